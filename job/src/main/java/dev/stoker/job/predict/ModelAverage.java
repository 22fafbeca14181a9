package dev.stoker.job.predict;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Rows;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.setup.ChosenPrecision;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import dev.stoker.train.evaluation.BatchNormCalibration;
import dev.stoker.train.evaluation.ClassifierSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The mean of the weights of several files that hold the same model, such as checkpoints or runs from one start. */
public final class ModelAverage {
    private static final Seed SEED = new Seed(0);

    private final List<Path> files;
    private final PredictorSettings settings;

    /** {@code settings} say on which device and in which batches statistics are computed. */
    public ModelAverage(List<Path> files, PredictorSettings settings) {
        if (files.size() < 2) {
            throw new StokerException("an average needs at least 2 files of weights, got %d".formatted(files.size()));
        }
        this.files = List.copyOf(files);
        this.settings = settings;
    }

    /**
     * What was written.
     *
     * @param meanStatistics whether the model has batch norms whose statistics are only the mean of those in the files
     */
    public record Report(Path file, ModelCard card, int averaged, boolean meanStatistics) {}

    /** Writes the mean; batch norm statistics are computed anew on the training split of some data, where that is given. */
    public Report write(Path target, Optional<String> data) {
        try (var first = TrainedModel.open(files.getFirst());
                var _ = TensorScope.open("average")) {
            first.requireClassifier();
            var plan = EvaluationPlan.of(first.card(), settings, first.path());
            var device = Devices.choose(plan.device().device().toString());
            var mean = mean(first, device);
            boolean hasStatistics = mean.buffers().values().stream().anyMatch(each -> each.type() == DataType.FLOAT32);
            if (hasStatistics) {
                data.ifPresent(name -> calibrate(first, mean, device, name));
            }
            SafetensorsWriter.write(target, mean.all(), first.card().toMetadata());
            return new Report(target, first.card(), files.size(), hasStatistics && data.isEmpty());
        }
    }

    private Weights mean(TrainedModel first, Device device) {
        var mean = first.weights(device);
        var sums = floats(mean);
        for (int i = 1; i < files.size(); i++) {
            try (var other = TrainedModel.open(files.get(i));
                    var _ = TensorScope.open("one of the average");
                    var _ = Gradients.off()) {
                refuseOther(first, other);
                Tensors.lerp(sums, floats(other.weights(device)), 1.0 / (i + 1));
            }
        }
        return mean;
    }

    /** All but counters of batches. */
    private static Tensors floats(Weights weights) {
        return Tensors.of(weights.all().values().stream()
                .filter(tensor -> tensor.type() == DataType.FLOAT32)
                .toList());
    }

    private static void refuseOther(TrainedModel first, TrainedModel other) {
        refuse(first, other, "the model", first.card().model(), other.card().model());
        refuse(first, other, "the layers", first.card().layers(), other.card().layers());
        refuse(first, other, "the classes", first.card().classes(), other.card().classes());
        refuse(first, other, "the input", first.card().input(), other.card().input());
    }

    private static void refuse(TrainedModel first, TrainedModel other, String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new StokerException("only weights of the same model have an average, but %s of %s is %s, and of %s %s"
                    .formatted(what, first.path(), shown(expected), other.path(), shown(found)));
        }
    }

    private static String shown(Object value) {
        String text = value instanceof Optional<?> layers
                ? layers.map(Object::toString).orElse("its own")
                : value.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private void calibrate(TrainedModel model, Weights mean, Device device, String data) {
        var card = model.card();
        var plan = EvaluationPlan.on(EvaluationPlan.of(card, settings, model.path()), card, data);
        var precision = ChosenPrecision.of(plan.step().precision(), device).precision();
        try (var samples = EvaluatedData.open(card, plan, EvaluatedPart.TRAIN)) {
            var feeds = new RowFeeds(card, plan, device);
            int batch = plan.imagesPerStep();
            var rows = shuffled(new EvaluationRows(card, model.path())
                    .of(samples.stored(), samples.splits().getFirst(), feeds::compiled));
            BatchNormCalibration.run(
                    model.model(),
                    mean,
                    feeds.input(batch),
                    new ClassifierSettings(
                            device,
                            precision,
                            plan.device().capture(),
                            plan.evaluation().tta()),
                    memory -> feeds.open(rows, batch, memory));
        }
    }

    /** Folders are in the order of classes, and a batch of one class has other statistics. */
    private static <T> Rows<T> shuffled(Rows<T> rows) {
        return rows.withElements(elements -> elements.shuffle(SEED));
    }
}
