package dev.stoker.train.step;

import dev.stoker.core.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/**
 * Images of noise with random labels, the same each time. Not black images: chips use less power on zeros and so compute
 * faster, and a norm layer divides by a variance of zero.
 *
 * @param rows a byte for each channel of each pixel, image after image
 * @param labels an int64 for each image
 */
public record SyntheticBatch(MemorySegment rows, MemorySegment labels) {
    private static final long SEED = 1;

    public static SyntheticBatch of(Shape shape, int classes, int size, Arena arena) {
        var random = new SplittableRandom(SEED);
        var image = new byte[shape.height() * shape.width() * shape.channels()];
        var rows = arena.allocate((long) size * image.length);
        var labels = arena.allocate(ValueLayout.JAVA_LONG.byteSize() * size, ValueLayout.JAVA_LONG.byteAlignment());
        for (int i = 0; i < size; i++) {
            random.nextBytes(image);
            MemorySegment.copy(image, 0, rows, ValueLayout.JAVA_BYTE, (long) i * image.length, image.length);
            labels.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextInt(classes));
        }
        return new SyntheticBatch(rows, labels);
    }
}
