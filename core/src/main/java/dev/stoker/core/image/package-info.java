/**
 * Knows what the data side and the device side agree on about images: the parameters of an augmentation and the
 * layout of a row that carries one image; it never decodes or changes a pixel.
 */
@NullMarked
package dev.stoker.core.image;

import org.jspecify.annotations.NullMarked;
