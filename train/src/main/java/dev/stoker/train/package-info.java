/**
 * Knows how a model learns: the loop, the step, optimisers, schedules, precision, evaluation and checkpoints. It never
 * touches where it runs or what the data is: batches come from a function of the epoch.
 */
@NullMarked
package dev.stoker.train;

import org.jspecify.annotations.NullMarked;
