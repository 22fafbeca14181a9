package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.RowTransform;
import java.util.List;

/** The images that one of several ranks loads. */
record SharedImages(StripedImages all, BatchShare share) implements TrainingData {
    private static final Seed SEED = new Seed(5);

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
        return all.rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED))
                .batch(batch())
                .share(share)
                .repeat(1_000)
                .open(PipelineResources.workers(1), memory, state);
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        return all.rows(RowTransform.copy(), SEED)
                .batch(batch())
                .share(share)
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
}
