/**
 * Knows the checklist: each check looks at the same measured facts of a plan and says what it found, what would help,
 * and what that would gain.
 */
@NullMarked
package dev.stoker.lab.doctor.check;

import org.jspecify.annotations.NullMarked;
