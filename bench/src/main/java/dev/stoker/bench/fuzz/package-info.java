/**
 * Gives mutated files to every reader of the product, in processes of their own with limits on time and memory, and reports
 * crashes, hangs, stack traces and wrong results; it never knows a format.
 */
@NullMarked
package dev.stoker.bench.fuzz;

import org.jspecify.annotations.NullMarked;
