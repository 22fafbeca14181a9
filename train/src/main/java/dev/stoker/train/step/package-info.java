/**
 * Settings of a training step (precision, gradient accumulation, clipping, Mixup and CutMix, CUDA graph capture), and
 * a step on synthetic data for measuring. It never touches epochs, evaluation or checkpoints.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.step;

import org.jspecify.annotations.NullMarked;
