package dev.stoker.job.predict;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Rows;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.evaluation.ClassifierInput;
import java.util.List;

/** Batches of rows for a model, with the workers and memory of a plan. */
record RowFeeds(ModelCard card, Plan plan, Device device) {

    /** From an image to a row. */
    CompiledTransformChain compiled() {
        return card.transforms().compile(card.input(), ImageDecoder.openCv());
    }

    BatchFeed open(Rows<?> rows, int batch, BatchMemoryAllocator memory) {
        return rows.batch(batch)
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(InputResources.of(plan, device), memory);
    }

    /** What a classifier is to expect of the rows. */
    ClassifierInput input(int batch) {
        return new ClassifierInput(
                card.input(),
                card.normalization().isPresent() ? DataType.UINT8 : DataType.FLOAT32,
                card.normalization().map(Normalization::mean).orElse(List.of()),
                card.normalization().map(Normalization::standardDeviation).orElse(List.of()),
                batch);
    }
}
