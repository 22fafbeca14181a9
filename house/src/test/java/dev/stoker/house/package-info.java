/**
 * Knows the house as a whole: which room may use which, how the code is formatted, and whether the papers tell the
 * truth. It ships nothing.
 */
@NullMarked
package dev.stoker.house;

import org.jspecify.annotations.NullMarked;
