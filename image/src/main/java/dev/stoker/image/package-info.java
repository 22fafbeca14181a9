/**
 * Knows an image in native memory, the scratch buffers that one worker reuses for every image, and the error for
 * bytes that are not a valid image; it never touches files or tensors.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.image;

import org.jspecify.annotations.NullMarked;
