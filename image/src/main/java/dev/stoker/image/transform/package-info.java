/**
 * Knows the transforms that users name, as torchvision does (crop, resize, flip, color jitter, RandAugment and
 * others), and chains of them, compiled for the CPU or sampled as parameters for a device; it never touches files or
 * tensors.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.image.transform;

import org.jspecify.annotations.NullMarked;
