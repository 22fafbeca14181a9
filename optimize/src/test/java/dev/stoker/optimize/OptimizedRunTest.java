package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelCard;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Weights;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.runtime.OnnxSession;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Objects;
import java.util.Optional;
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
            assertThat(ModelCard.find(session.metadata(), file)).contains(ModelCard.read(weights));
        }
    }

    private static OptimizeSettings settings(double maxDrop, int images) {
        return new OptimizeSettings(
                folder.resolve("optimized"),
                true,
                true,
                true,
                OptimizeSettings.Ranges.PERCENTILE,
                images,
                maxDrop,
                Optional.empty(),
                2);
    }

    @Test
    void aRunInIntegersIsAThirdOfTheSizeAndAboutAsAccurate() {
        var report = new OnnxModelTools().optimize(weights, settings(1, 128), _ -> {});

        assertThat(report.samples()).isEqualTo(1000);
        var variants = report.variants().stream().collect(Collectors.toMap(ModelVariant::name, Function.identity()));
        assertThat(variants).containsOnlyKeys("fp32", "folded", "fp16", "int8");
        var plain = Objects.requireNonNull(variants.get("fp32"));
        var integers = Objects.requireNonNull(variants.get("int8"));
        assertThat(plain.accuracy()).isGreaterThan(0.5);
        assertThat(integers.accuracy()).isGreaterThan(plain.accuracy() - 0.01);
        assertThat(integers.size()).isLessThan(plain.size() / 3);
        assertThat(integers.speed().throughput()).isPositive();
    }

    /** A layer whose weights span six orders of magnitude within one output loses the small ones, and counts as the most sensitive. */
    @Test
    void theMostSensitiveLayerIsTheOneThatIntegersChangeMost() {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("test")) {
            var damaged = new HashMap<>(trained.weights().all());
            var linear = Objects.requireNonNull(damaged.get("classifier.2.weight"));
            float[] values = linear.toHost().toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < values.length; i += values.length / 10) {
                values[i] = 1e3f; // one input of each class, so large that all others become 0
            }
            damaged.put("classifier.2.weight", Tensor.of(values, Device.CPU, linear.sizes()));
            var graph = GraphTranslator.translate(
                    trained.model(), Weights.of(trained.model(), damaged), ModelExport.input(trained.card(), true));
            var quantizer = new Quantizer(graph);
            var calibrated = new CalibratedGraph(trained, settings(1, 64), "fashion-mnist-mini", graph, quantizer);
            assertThat(calibrated.mostSensitiveFirst(_ -> {}))
                    .containsExactlyInAnyOrderElementsOf(quantizer.layers())
                    .startsWith("classifier.2");
        }
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
                        folder, false, false, false, OptimizeSettings.Ranges.MIN_MAX, 1, 0, Optional.empty(), 1))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("at least one of fold, int8 and fp16");
    }
}
