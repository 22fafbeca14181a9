package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.StokerException;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.PruneSettings;
import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.predict.StoredModelCard;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.WeightedModel;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.optimize.aware.AwareTraining;
import dev.stoker.optimize.finetune.FineTuning;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.prune.MagnitudePruning;
import dev.stoker.optimize.prune.StructuredPruning;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.PruningSettings.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the bundled images, pruned and quantized while it is trained on. */
class FineTunedRunTest {
    private static final String DATA = "fashion-mnist-mini";

    @TempDir
    private static Path folder;

    private static Path weights = Path.of("");

    @BeforeAll
    static void train() {
        var plan = Plan.DEFAULTS
                .with("model", "cnn")
                .with("steps-per-epoch", "60")
                .with("epochs", "2")
                .with("max-steps", "110")
                .with("runs", folder.resolve("runs").toString());
        try (var job = TrainingJob.start(plan)) {
            weights = job.run().run().resolve("best.safetensors");
        }
    }

    private static FineTuning fineTuning(TrainedModel trained, List<String> progress) {
        return new FineTuning(
                trained,
                DATA,
                folder.resolve("tuned"),
                new FineTuneSettings(1, OptionalDouble.of(0.01)),
                progress::add);
    }

    private static double accuracy(TrainedModel trained, WeightedModel model) {
        var graph = GraphTranslator.translate(model.model(), model.weights(), ModelExport.input(trained.card(), true));
        var samples = new LabeledSamples(trained, DATA, 2);
        Path file = folder.resolve("variant.onnx");
        OnnxFile.write(file, graph, Map.of());
        return samples.accuracy(file);
    }

    @Test
    void weightsThatArePrunedWhileTheyAreTrainedKeepMoreAccuracyThanThosePrunedAtOnce() {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("test")) {
            var model = new WeightedModel(trained.model(), trained.weights());
            var progress = new ArrayList<String>();
            var keys = Map.of("prune", "0.95", "prune-scope", "layer");
            var tuned = fineTuning(trained, progress).train("pruned", model, 1, keys);
            assertThat(MagnitudePruning.sparsity(tuned.weights()).values())
                    .allSatisfy(share -> assertThat(share).isCloseTo(0.95, within(0.01)));
            assertThat(accuracy(trained, tuned))
                    .isGreaterThan(accuracy(trained, MagnitudePruning.of(model, 0.95, Scope.LAYER)) + 0.02);
            assertThat(progress).anyMatch(line -> line.startsWith("pruned: epoch 1 of 1, loss"));
        }
    }

    @Test
    void fineTuningIsARunWithThePlanOfTheOther() throws IOException {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("test")) {
            var cut = StructuredPruning.of(new WeightedModel(trained.model(), trained.weights()), 0.5, Scope.LAYER);
            var tuned = fineTuning(trained, new ArrayList<>()).train("cut", cut, 1, Map.of());
            assertThat(ModelSummary.of(tuned.model()).multiplyAdds())
                    .isLessThan(ModelSummary.of(trained.model()).multiplyAdds() / 2);
            assertThat(accuracy(trained, tuned)).isGreaterThan(0.6);
        }
        try (var runs = Files.list(folder.resolve("tuned"))) {
            var plan = PlanFile.read(
                    runs.filter(each -> each.toString().endsWith("-cut"))
                            .findFirst()
                            .orElseThrow()
                            .resolve("plan.yaml"),
                    Plan.DEFAULTS);
            assertThat(plan.training().stepsPerEpoch()).isEqualTo(60);
            assertThat(plan.training().maxSteps()).isZero();
            assertThat(plan.learningRate().lr().chosen()).isEqualTo(0.01);
        }
    }

    /** What the trainer saw as accuracy, by libtorch, is what ONNX Runtime gets of the file. */
    @Test
    void theFileOfAwareTrainingClassifiesAsTheTrainerDid() {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("test")) {
            var folded = FoldedModel.of(new WeightedModel(trained.model(), trained.weights()));
            var input = ModelExport.input(trained.card(), true);
            var quantizer = new Quantizer(GraphTranslator.translate(folded.model(), folded.weights(), input));
            var measured = MeasuredRanges.of(trained, DATA, quantizer, QuantizeSettings.INT8, 2);
            var progress = new ArrayList<String>();
            var result = new AwareTraining(folded, quantizer, measured.ranges())
                    .train(fineTuning(trained, progress), "aware", 1, Map.of("steps-per-epoch", "20"));
            assertThat(result.ranges()).isNotEqualTo(measured.ranges()).hasSameSizeAs(measured.ranges());
            Path file = folder.resolve("aware.onnx");
            var graph = new Quantizer(GraphTranslator.translate(
                            result.model().model(), result.model().weights(), input))
                    .quantize(result.ranges(), Set.of());
            OnnxFile.write(file, graph, Map.of());
            double byOnnxRuntime = 100 * new LabeledSamples(trained, DATA, 2).accuracy(file);
            assertThat(byOnnxRuntime).isGreaterThan(60);
            assertThat(progress)
                    .filteredOn(line -> line.contains("validation accuracy"))
                    .singleElement()
                    .satisfies(line -> assertThat(Double.parseDouble(line.replaceAll(".*accuracy ([0-9.]+) %", "$1")))
                            .isCloseTo(byOnnxRuntime, within(0.5)));
        }
    }

    private static OptimizeSettings pruning(Path out, boolean structured, double maxDrop) {
        return new OptimizeSettings(
                out,
                false,
                false,
                QuantizeSettings.NONE,
                Optional.of(new PruneSettings(0.75, Scope.GLOBAL, structured)),
                FineTuneSettings.NONE,
                maxDrop,
                Optional.empty(),
                2);
    }

    @Test
    void aVariantThatLosesTooMuchIsInTheReportAndRefused() throws IOException {
        Path out = folder.resolve("cut");
        OptimizeReport report = new OnnxModelTools().optimize(weights, pruning(out, true, 0.5), _ -> {});
        var pruned = report.variants().getLast();
        assertThat(pruned.name()).isEqualTo("pruned");
        assertThat(pruned.accepted()).isFalse();
        assertThat(pruned.size()).isLessThan(report.variants().getFirst().size() / 2);
        assertThatThrownBy(report::requireAccuracy)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("pruned loses")
                .hasMessageContaining("and 0.50 are allowed");
        assertThat(Files.readString(out.resolve("report.md"))).contains("| pruned |", "loses more than allowed");
        assertThat(Files.readString(out.resolve("report.html"))).contains("<svg", "Speed and accuracy");
        var card = StoredModelCard.read(out.resolve("pruned.safetensors"));
        assertThat(card.layers()).isNotEqualTo(StoredModelCard.read(weights).layers());
        try (var smaller = TrainedModel.open(out.resolve("pruned.safetensors"))) {
            assertThat(smaller.model().classes()).isEqualTo(10);
        }
    }

    @Test
    void sparsityIsReportedForEachLayerAndMakesTheFileSmallerWhenItIsCompressed() {
        var report = new OnnxModelTools().optimize(weights, pruning(folder.resolve("thin"), false, 100), _ -> {});
        var pruned = report.variants().getLast();
        assertThat(pruned.sparsity()).containsOnlyKeys("features.0", "features.4", "classifier.0", "classifier.2");
        assertThat(pruned.compressed()).isLessThan(report.variants().getFirst().compressed() / 2);
        var fields = (List<?>) Objects.requireNonNull(report.fields().get("variants"));
        assertThat(fields.getLast()).asString().contains("sparsity={features.0=");
    }

    @Test
    void fineTuningWithoutAPlanIsRefused() throws IOException {
        Path alone = Files.copy(weights, folder.resolve("alone.safetensors"));
        try (var trained = TrainedModel.open(alone);
                var _ = TensorScope.open("test")) {
            var model = new WeightedModel(trained.model(), trained.weights());
            assertThatThrownBy(() -> fineTuning(trained, new ArrayList<>()).train("pruned", model, 1, Map.of()))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("no plan.yaml lies beside");
        }
    }
}
