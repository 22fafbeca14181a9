package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.RowTransform;
import dev.stoker.data.SampleSource;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntPredicate;

/** The images that one of several ranks loads, or all of them; some may be corrupt, and are skipped. */
record SharedImages(StripedImages all, BatchShare share, IntPredicate isCorrupt, int corruptLimit)
        implements TrainingData {
    private static final Seed SEED = new Seed(5);

    SharedImages(StripedImages all, BatchShare share) {
        this(all, share, _ -> false, 0);
    }

    @Override
    public Shape shape() {
        return all.shape();
    }

    @Override
    public int trainingImages() {
        return all.trainingImages();
    }

    @Override
    public int batch() {
        return all.batch();
    }

    @Override
    public int batchesPerEpoch() {
        return all.batchesPerEpoch();
    }

    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        return source().rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED))
                .batch(batch())
                .share(share)
                .skipCorrupt(corruptLimit)
                .repeat(1_000)
                .open(PipelineResources.workers(1), memory, state);
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        return source().rows(RowTransform.copy(), SEED)
                .batch(batch())
                .share(share)
                .skipCorrupt(corruptLimit)
                .open(PipelineResources.workers(1), memory);
    }

    @Override
    public List<Double> mean() {
        return all.mean();
    }

    @Override
    public List<Double> deviation() {
        return all.deviation();
    }

    private SampleSource source() {
        return new SampleSource() {
            @Override
            public int size() {
                return all.size();
            }

            @Override
            public int label(int index) {
                return all.label(index);
            }

            @Override
            public MemorySegment sample(int index) {
                if (isCorrupt.test(index)) {
                    throw new CorruptDataException("image %03d is corrupt".formatted(index));
                }
                return all.sample(index);
            }

            @Override
            public Shape shape() {
                return all.shape();
            }
        };
    }
}
