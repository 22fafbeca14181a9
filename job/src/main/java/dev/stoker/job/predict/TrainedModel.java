package dev.stoker.job.predict;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.HostBatch;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A trained model as it is stored, with its weights and its data, for those who make something else of it. */
public final class TrainedModel implements AutoCloseable {
    private final SafetensorsFile file;
    private final ModelCard card;
    private final Model model;
    private final StoredWeights weights;
    private final Plan plan;

    /** Takes batches while it returns true; a batch is valid until it returns. */
    @FunctionalInterface
    public interface BatchConsumer {
        boolean take(HostBatch batch);
    }

    /** Computes the outputs of so many rows as the model has them: logits, or standardized numbers. */
    @FunctionalInterface
    public interface OutputFunction {
        float[] of(MemorySegment rows, int count);
    }

    private TrainedModel(SafetensorsFile file) {
        this.file = file;
        card = StoredModelCard.of(file);
        plan = EvaluationPlan.of(card, PredictorSettings.DEFAULTS, file.path());
        model = StoredModelCard.build(card);
        weights = StoredWeights.of(file, model);
    }

    public static TrainedModel open(Path path) {
        var file = SafetensorsFile.open(path);
        try {
            return new TrainedModel(file);
        } catch (RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    public Path path() {
        return file.path();
    }

    public ModelCard card() {
        return card;
    }

    public Model model() {
        return model;
    }

    /** Its weights in memory of the host; they belong to the innermost scope. */
    public Weights weights() {
        return weights(Device.CPU);
    }

    /** Its weights on a device; they belong to the innermost scope. */
    Weights weights(Device device) {
        var loaded = Weights.zeros(model, device);
        weights.copyInto(loaded);
        return loaded;
    }

    /** The plan by which it was evaluated and its data divided. */
    Plan plan() {
        return plan;
    }

    /** Copies its weights into those of the same model, on any device. */
    public void copyInto(Weights target) {
        weights.copyInto(target);
    }

    /** Writes its weights and its card, and nothing else of a run, as a safetensors file; returns its size. */
    public long write(Path target) {
        try (var _ = TensorScope.open("export")) {
            SafetensorsWriter.write(target, weights().all(), card.toMetadata());
            return Files.size(target);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(target, AtomicFile.reason(failure)), failure);
        }
    }

    /** The data that the run of these weights was trained on, if its plan lies beside them. */
    public Optional<String> dataOfRun() {
        return planOfRun().map(found -> found.data().data());
    }

    /** The plan of the run of these weights, if it lies beside them. */
    public Optional<Plan> planOfRun() {
        var folder = file.path().toAbsolutePath().getParent();
        if (folder == null || !Files.isRegularFile(folder.resolve("plan.yaml"))) {
            return Optional.empty();
        }
        return Optional.of(PlanFile.read(folder.resolve("plan.yaml"), Plan.DEFAULTS));
    }

    /** Passes on samples of some data as the model takes them, in order. */
    public void forEach(String data, EvaluatedPart part, int batch, BatchConsumer consumer) {
        try (var samples = EvaluatedData.open(card, EvaluationPlan.on(plan, card, data), part)) {
            var feeds = new RowFeeds(card, plan, Device.CPU);
            for (var split : samples.splits()) {
                var rows = new EvaluationRows(card, path()).ofClasses(samples.stored(), split, feeds::compiled);
                try (var feed = feeds.open(rows, batch, BatchMemoryAllocator.host())) {
                    while (feed.hasNext()) {
                        try (var next = feed.next()) {
                            if (!consumer.take(next)) {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    /** Evaluates outputs that another program computes of rows of some data. */
    public Evaluation evaluate(String data, EvaluatedPart part, int batch, OutputFunction outputs) {
        try (var samples = EvaluatedData.open(card, EvaluationPlan.on(plan, card, data), part)) {
            return samples.splits().stream()
                    .map(split -> evaluate(samples.stored(), split, batch, outputs))
                    .reduce(EvaluationSum::of)
                    .orElseThrow();
        }
    }

    private Evaluation evaluate(LabeledDataset set, DatasetSplit split, int batch, OutputFunction outputs) {
        var feeds = new RowFeeds(card, plan, Device.CPU);
        var evaluated = new EvaluationRows(card, path());
        var rows = evaluated.of(set, split, feeds::compiled);
        return new OnnxClassifier(outputs, card.classes().size(), evaluated.loss(set))
                .evaluate(memory -> feeds.open(rows, batch, memory));
    }

    /** Refuses a model of another task where one class per sample is needed. */
    public void requireClassifier() {
        if (card.task() != Task.CLASSIFICATION) {
            throw new StokerException(
                    "%s is a %s model, and a classifier of one class per image is needed here; `stoker predict`, `evaluate`, `export`, `optimize` and `serve` take it"
                            .formatted(path(), card.task().title()));
        }
    }

    /** Refuses a model of tables where images are needed. */
    public void requireImages() {
        if (card.table().isPresent()) {
            throw new StokerException("%s is a model for rows of a table, and not for images".formatted(path()));
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
