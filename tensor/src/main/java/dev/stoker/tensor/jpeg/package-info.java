/**
 * Decodes batches of JPEG files into device memory with nvJPEG, and on the host where the device cannot; it never
 * touches augmentation or training.
 */
@NullMarked
package dev.stoker.tensor.jpeg;

import org.jspecify.annotations.NullMarked;
