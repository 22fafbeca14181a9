/**
 * Knows encoded images: their formats, headers and EXIF orientation, decoding them to upright pixels with OpenCV, and
 * encoding them again; it never touches files or transforms.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.image.decode;

import org.jspecify.annotations.NullMarked;
