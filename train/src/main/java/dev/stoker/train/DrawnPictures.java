package dev.stoker.train;

import dev.stoker.core.PictureDemands;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * Pictures that all lie on the device, so that batches need only say which of them are made into what: each row holds
 * {@link dev.stoker.core.PictureParameters}.
 *
 * @param shape of each picture as it lies there
 * @param demands what rows may ask for
 * @param pixels writes the bytes of all pictures, one behind the other, into memory of just that size
 */
public record DrawnPictures(Shape shape, int count, PictureDemands demands, Consumer<MemorySegment> pixels) {
    public long bytes() {
        return (long) count * shape.bytes();
    }
}
