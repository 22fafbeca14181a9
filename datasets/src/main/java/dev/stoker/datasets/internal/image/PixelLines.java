package dev.stoker.datasets.internal.image;

import dev.stoker.image.Image;
import java.lang.foreign.MemorySegment;

/** Decoded pixels, whose lines may be padded, as lines without padding. */
final class PixelLines {
    private PixelLines() {}

    static void copy(Image image, MemorySegment pixels) {
        long line = (long) image.width() * image.channels();
        var source = image.pixels();
        for (int y = 0; y < image.height(); y++) {
            MemorySegment.copy(source, y * image.step(), pixels, y * line, line);
        }
    }
}
