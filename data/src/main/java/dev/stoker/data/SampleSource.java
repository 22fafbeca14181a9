package dev.stoker.data;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import java.lang.foreign.MemorySegment;

/** Labeled samples of one shape with random access; safe for any number of readers. */
public interface SampleSource {
    int size();

    Shape shape();

    int label(int index);

    /** The bytes of a sample, {@code shape().bytes()} of them; valid as long as the source. */
    MemorySegment sample(int index);

    /** Rows of this source, each sample changed by {@code transform} with random numbers of the seed. */
    default Rows<Sample> rows(RowTransform transform, Seed seed) {
        return Dataset.samples(this).randomRows(shape().bytes(), seed, (sample, row, worker) -> {
            transform.apply(sample.pixels(), row, worker.random(seed));
            return sample.label();
        });
    }
}
