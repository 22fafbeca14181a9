/**
 * Knows what decoding and transforms share: growing pixel memory, luma weights, flip codes, and the part of a tiled
 * JPEG that a crop needs; only the image module uses it.
 */
@NullMarked
package dev.stoker.image.internal;

import org.jspecify.annotations.NullMarked;
