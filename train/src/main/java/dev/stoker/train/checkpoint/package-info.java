/**
 * Writes and restores checkpoints and the best weights as safetensors files, asynchronously, by way of staging
 * buffers on the device. It never decides when a checkpoint is due.
 */
@NullMarked
package dev.stoker.train.checkpoint;

import org.jspecify.annotations.NullMarked;
