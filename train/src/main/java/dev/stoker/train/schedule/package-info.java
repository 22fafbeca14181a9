/**
 * Learning rate schedules with warm-up, as pure functions of the step. It never touches tensors or the training loop.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.schedule;

import org.jspecify.annotations.NullMarked;
