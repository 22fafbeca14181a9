package dev.stoker.job.predict;

import dev.stoker.core.Shape;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** Rows of noise, all the same, that cost a copy each; for measuring. Chips compute faster on zeros. */
final class NoiseRows {
    private NoiseRows() {}

    static Rows<?> of(Shape shape, int count) {
        var noise = new byte[shape.bytes()];
        new SplittableRandom(1).nextBytes(noise);
        var source = MemorySegment.ofArray(noise);
        return Dataset.range(count).rows(noise.length, (number, row, _) -> {
            row.copyFrom(source);
            return number;
        });
    }
}
