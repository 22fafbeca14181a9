/**
 * Knows the file formats of classic image datasets, IDX (MNIST) and the CIFAR binary batches, as sources of labeled
 * samples; it never touches downloads or augmentation.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.datasets.format;

import org.jspecify.annotations.NullMarked;
