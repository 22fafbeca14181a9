/**
 * Knows what decoding and transforms share: OpenCV and its matrices, the workspace in the scratch buffers, growing
 * pixel memory, luma weights and flip codes; only the image module uses it.
 */
@NullMarked
package dev.stoker.image.internal;

import org.jspecify.annotations.NullMarked;
