package dev.stoker.bench.internal.format;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.ImageDataset;

/** Reads all training images of a dataset: there are as many as it says. */
public final class TrainingRowsCheck {
    private TrainingRowsCheck() {}

    public static void of(ImageDataset set) {
        try (var feed = set.training()
                .evaluationRows()
                .batch(2)
                .open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            int rows = 0;
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    rows += batch.size();
                }
            }
            WrongResultException.require(
                    rows == set.training().size(),
                    "%d rows of %d".formatted(rows, set.training().size()));
        }
    }
}
