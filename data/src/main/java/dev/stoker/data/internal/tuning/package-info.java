/**
 * Knows the CPU and memory budgets of an iteration, measures where its time goes, and tunes the numbers of workers,
 * readers and prefetched batches; it never touches elements.
 */
@NullMarked
package dev.stoker.data.internal.tuning;

import org.jspecify.annotations.NullMarked;
