package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.RowTransform;
import dev.stoker.data.SampleSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Noisy 8×8 images with a bright row (class 0), column (1) or neither (2): easy to learn, quick to make. */
public record StripedImages(int size, int batch) implements TrainingData, SampleSource {
    private static final Seed SEED = new Seed(5);

    @Override
    public Shape shape() {
        return new Shape(8, 8, 1);
    }

    @Override
    public int label(int index) {
        return index % 3;
    }

    @Override
    public MemorySegment sample(int index) {
        var sample = Arena.ofAuto().allocate(64);
        var random = new SeededRandom(SEED.derive(index));
        int line = random.nextInt(8);
        for (int i = 0; i < 64; i++) {
            boolean bright = (label(index) == 0 && i / 8 == line) || (label(index) == 1 && i % 8 == line);
            sample.set(ValueLayout.JAVA_BYTE, i, (byte) (random.nextInt(80) + (bright ? 150 : 0)));
        }
        return sample;
    }

    @Override
    public int trainingImages() {
        return size;
    }

    @Override
    public int batchesPerEpoch() {
        return Math.ceilDiv(size, batch);
    }

    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        return rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED))
                .batch(batch)
                .repeat(1_000)
                .open(PipelineResources.workers(1), memory, state);
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        return rows(RowTransform.copy(), SEED).batch(batch).open(PipelineResources.workers(1), memory);
    }

    @Override
    public List<Double> mean() {
        return List.of(0.2);
    }

    @Override
    public List<Double> deviation() {
        return List.of(0.2);
    }
}
