/**
 * JPEG below the pixels: files whose entropy coding is rewritten, without a change to any coefficient, so that any rectangle of
 * them can be cut out by copying bytes. {@link dev.stoker.image.jpeg.CropReady} writes them, {@link dev.stoker.image.jpeg.TileCut}
 * cuts.
 */
@NullMarked
package dev.stoker.image.jpeg;

import org.jspecify.annotations.NullMarked;
