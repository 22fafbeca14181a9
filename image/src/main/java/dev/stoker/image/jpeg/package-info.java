/**
 * Knows JPEG below the pixels: rewrites the entropy coding into tiles without changing a coefficient, so that a
 * region can be cropped by copying bytes, and sees whether it is damaged; it never decodes pixels.
 */
@NullMarked
package dev.stoker.image.jpeg;

import org.jspecify.annotations.NullMarked;
