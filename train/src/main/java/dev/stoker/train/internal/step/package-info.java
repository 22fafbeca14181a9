/**
 * How a training step runs: forward and backward passes over micro-batches, loss scaling, the update, weight
 * averaging, and CUDA graph capture and replay. For this module only; it never touches epochs or files.
 */
@NullMarked
package dev.stoker.train.internal.step;

import org.jspecify.annotations.NullMarked;
