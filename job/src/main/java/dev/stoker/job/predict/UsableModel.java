package dev.stoker.job.predict;

import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Loss;
import java.util.List;

/** A model with its weights and the plan by which it is used: one of Stoker's own, or an ONNX file. */
sealed interface UsableModel extends AutoCloseable permits StoredModel, StoredOnnxModel {
    ModelCard card();

    Plan plan();

    Device device();

    /** What a person should know of how it is used, a line for each. */
    List<String> notes();

    /** For batches of a size; evaluations report this loss and the metrics of its task. */
    RowClassifier open(int batch, Loss loss);

    @Override
    void close();
}
