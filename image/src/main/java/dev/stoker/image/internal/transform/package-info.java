/**
 * Knows how transforms are carried out: crops, resizes and flips merged into one resampling, OpenCV operations on
 * pixels, and the sampling of their random parameters; only the image module uses it.
 */
@NullMarked
package dev.stoker.image.internal.transform;

import org.jspecify.annotations.NullMarked;
