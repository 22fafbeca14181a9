package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.data.Source;
import java.lang.foreign.MemorySegment;

/** Some of the samples of another source. */
record ChosenSource(Source all, int[] samples) implements Source {
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
