package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.PredictorSettings;
import dev.stoker.job.predict.StoredModelCard;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Weights;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of the bundled images, exported and optimized. */
class OptimizedRunTest {
    @TempDir
    private static Path folder;

    private static Path weights = Path.of("");

    @BeforeAll
    static void train() {
        var plan = Plan.DEFAULTS
                .with("model", "cnn")
                .with("precision", "fp32") // as ONNX Runtime computes
                .with("max-steps", "100")
                .with("runs", folder.resolve("runs").toString());
        try (var job = TrainingJob.start(plan)) {
            weights = job.run().run().resolve("best.safetensors");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExportedRunHasTheLogitsAndTheCardOfTheRun(boolean bytes) throws IOException {
        Path file = folder.resolve("exported-" + bytes + ".onnx");
        var report = new OnnxModelTools().export(weights, new ExportSettings(file, bytes, Optional.empty()));

        assertThat(report.largestDifference()).isLessThan(1e-3);
        assertThat(report.compared()).isEqualTo(64);
        assertThat(report.size()).isEqualTo(Files.size(file));
        try (var session = OnnxSession.open(file, 1)) {
            assertThat(ModelCard.find(session.metadata(), file)).contains(StoredModelCard.read(weights));
        }
    }

    private static OptimizeSettings settings(double maxDrop, int images) {
        return new OptimizeSettings(
                folder.resolve("optimized"),
                true,
                true,
                new QuantizeSettings(true, true, 0, QuantizeSettings.Ranges.ENTROPY, images),
                Optional.empty(),
                FineTuneSettings.NONE,
                maxDrop,
                Optional.empty(),
                2);
    }

    @Test
    void aRunInIntegersIsAThirdOfTheSizeAndAboutAsAccurate() {
        var report = new OnnxModelTools().optimize(weights, settings(1, 128), _ -> {});

        assertThat(report.samples()).isEqualTo(1000);
        var variants = report.variants().stream().collect(Collectors.toMap(ModelVariant::name, Function.identity()));
        assertThat(variants).containsOnlyKeys("fp32", "folded", "fp16", "int8", "int8-dynamic");
        var plain = Objects.requireNonNull(variants.get("fp32"));
        var integers = Objects.requireNonNull(variants.get("int8"));
        assertThat(plain.accuracy()).isGreaterThan(0.5);
        assertThat(integers.accuracy()).isGreaterThan(plain.accuracy() - 0.01);
        assertThat(integers.size()).isLessThan(plain.size() / 3);
        assertThat(integers.speed().throughput()).isPositive();
        var dynamic = Objects.requireNonNull(variants.get("int8-dynamic"));
        assertThat(dynamic.accuracy()).isGreaterThan(plain.accuracy() - 0.01);
        assertThat(dynamic.size()).isLessThan(plain.size() / 3);
    }

    /**
     * A layer whose weights span six orders of magnitude within one output loses the small ones, and counts as the most sensitive. The
     * large ones are of an input that is always 0, so that the others are what it computes.
     */
    @Test
    void theMostSensitiveLayerIsTheOneThatIntegersChangeMost() {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("test")) {
            var damaged = new HashMap<>(trained.weights().all());
            int inputs = Math.toIntExact(
                    Objects.requireNonNull(damaged.get("classifier.2.weight")).sizes()[1]);
            int inputsBefore = Math.toIntExact(
                    Objects.requireNonNull(damaged.get("classifier.0.weight")).sizes()[1]);
            change(damaged, "classifier.0.weight", values -> Arrays.fill(values, 0, inputsBefore, 0));
            change(damaged, "classifier.0.bias", values -> values[0] = -1); // before a ReLU
            change(damaged, "classifier.2.weight", values -> {
                for (int i = 0; i < values.length; i += inputs) {
                    values[i] = 1e3f; // so large that all others become 0
                }
            });
            var graph = GraphTranslator.translate(
                    trained.model(), Weights.of(trained.model(), damaged), ModelExport.input(trained.card(), true));
            var quantizer = new Quantizer(graph);
            var ranges = MeasuredRanges.of(trained, "fashion-mnist-mini", quantizer, QuantizeSettings.INT8, 1);
            assertThat(new LayerSensitivity(trained, "fashion-mnist-mini", 1)
                            .mostSensitiveFirst(QuantizableGraph.ofStatic(quantizer, ranges.ranges())))
                    .containsExactlyInAnyOrderElementsOf(quantizer.layers())
                    .startsWith("classifier.2");
        }
    }

    private static void change(Map<String, Tensor> weights, String name, Consumer<float[]> change) {
        var tensor = Objects.requireNonNull(weights.get(name));
        float[] values = tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
        change.accept(values);
        weights.put(name, Tensor.of(values, Device.CPU, tensor.sizes()));
    }

    @Test
    void dataWithoutAPlanBesideTheWeightsMustBeNamed() throws IOException {
        Path alone = Files.copy(weights, folder.resolve("alone.safetensors"));
        assertThatThrownBy(() -> new OnnxModelTools().optimize(alone, settings(1, 8), _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the data of")
                .hasMessageContaining("is not known");
        var report = new OnnxModelTools()
                .export(alone, new ExportSettings(folder.resolve("alone.onnx"), true, Optional.empty()));
        assertThat(report.comparedOn()).isEqualTo("noise");
    }

    @Test
    void aVariantOfNothingIsRefused() {
        assertThatThrownBy(() -> new OptimizeSettings(
                        folder,
                        false,
                        false,
                        QuantizeSettings.NONE,
                        Optional.empty(),
                        FineTuneSettings.NONE,
                        0,
                        Optional.empty(),
                        1))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("at least one of fold, fp16, int8, dynamic and prune");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExportedFileIsEvaluatedLikeTheRunThatItIsOf(boolean bytes) {
        Path file = folder.resolve("evaluated-" + bytes + ".onnx");
        new OnnxModelTools().export(weights, new ExportSettings(file, bytes, Optional.empty()));
        System.setProperty("stoker.room.optimize", "target/classes");
        try (var run = Predictor.open(weights);
                var exported = Predictor.open(file)) {
            var expected = run.evaluate(Plan.DEFAULTS.data().data(), EvaluatedPart.TEST)
                    .evaluation();
            var found = exported.evaluate(Plan.DEFAULTS.data().data(), EvaluatedPart.TEST)
                    .evaluation();
            assertThat(found.images()).isEqualTo(expected.images());
            assertThat(found.accuracy()).isCloseTo(expected.accuracy(), within(1e-3));
            assertThat(found.top5Accuracy()).isCloseTo(expected.top5Accuracy(), within(1e-3));
            assertThat(found.loss()).isCloseTo(expected.loss(), within(1e-4));
            assertThat(found.confusion().orElseThrow().count(0, 0))
                    .isBetween(
                            expected.confusion().orElseThrow().count(0, 0) - 1,
                            expected.confusion().orElseThrow().count(0, 0) + 1);
        } finally {
            System.clearProperty("stoker.room.optimize");
        }
    }

    @Test
    void whatAnOnnxFileCannotDoIsASentence() throws IOException {
        Path file = folder.resolve("refused.onnx");
        new OnnxModelTools().export(weights, new ExportSettings(file, true, Optional.empty()));
        System.setProperty("stoker.room.optimize", "target/classes");
        try {
            var model = new ModelFile(file, Optional.empty());
            assertThatThrownBy(() -> Predictor.open(model, PredictorSettings.DEFAULTS.with("precision", "bf16")))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith("precision is not for ONNX files");
            assertThatThrownBy(() -> Predictor.open(model, PredictorSettings.DEFAULTS.with("device", "cuda")))
                    .hasMessageContaining("is computed on the CPU");
            Path cut = Files.write(folder.resolve("cut.onnx"), java.util.Arrays.copyOf(Files.readAllBytes(file), 1000));
            assertThatThrownBy(() -> Predictor.open(cut))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith("ONNX Runtime cannot load " + cut);
        } finally {
            System.clearProperty("stoker.room.optimize");
        }
    }

    @Test
    void exportedWeightsAreThoseOfTheRun() {
        Path file = folder.resolve("exported.safetensors");
        try (var trained = TrainedModel.open(weights)) {
            assertThat(trained.write(file)).isPositive();
        }
        try (var run = TrainedModel.open(weights);
                var exported = TrainedModel.open(file);
                var _ = TensorScope.open("test")) {
            assertThat(exported.card()).isEqualTo(run.card());
            exported.weights()
                    .all()
                    .forEach((name, tensor) -> assertThat(tensor.toHost().toArray(ValueLayout.JAVA_BYTE))
                            .isEqualTo(
                                    Objects.requireNonNull(run.weights().all().get(name))
                                            .toHost()
                                            .toArray(ValueLayout.JAVA_BYTE)));
        }
    }
}
