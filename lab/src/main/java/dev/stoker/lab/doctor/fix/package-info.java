/**
 * Improves a plan: tries one change at a time against the best so far, keeps what is faster beyond the noise, and writes the
 * plan with the reasons.
 */
@NullMarked
package dev.stoker.lab.doctor.fix;

import org.jspecify.annotations.NullMarked;
