/** Runs side by side: their figures, a table in several forms, and a verdict that respects the noise. */
@NullMarked
package dev.stoker.lab.comparison;

import org.jspecify.annotations.NullMarked;
