package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.data.SampleSource;
import java.lang.foreign.MemorySegment;

/** Some of the samples of another source. */
record SubsetSource(SampleSource all, int[] samples) implements SampleSource {
    @Override
    public int size() {
        return samples.length;
    }

    @Override
    public Shape shape() {
        return all.shape();
    }

    @Override
    public int label(int index) {
        return all.label(samples[index]);
    }

    @Override
    public MemorySegment sample(int index) {
        return all.sample(samples[index]);
    }
}
