/**
 * Crops, rotates, color-jitters, blurs and normalizes batches of images on the CPU or by a CUDA kernel, from
 * parameters that were sampled elsewhere; it never samples and never reads files.
 */
@NullMarked
package dev.stoker.tensor.augment;

import org.jspecify.annotations.NullMarked;
