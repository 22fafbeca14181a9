package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.optimize.graph.GraphInput;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.quantize.Calibration;
import dev.stoker.optimize.quantize.DynamicQuantizer;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QuantizerTest {
    private static final Model MODEL = new Model(
            "test",
            new Shape(6, 6, 2),
            3,
            Layer.Sequential.of(
                    Layer.Conv2d.same(2, 4, 3, 1).withBias(),
                    Layer.Activation.RELU,
                    new Layer.MaxPool2d(2, 2, 0),
                    new Layer.Flatten(),
                    new Layer.Linear(4 * 9, 3)));

    /** As folded blocks of MobileNet are: a depthwise convolution, and one without an activation before a sum. */
    private static final Model BLOCKS = new Model(
            "blocks",
            new Shape(6, 6, 2),
            3,
            Layer.Sequential.of(
                    Layer.Conv2d.same(2, 8, 3, 1).withBias(),
                    Layer.Activation.RELU,
                    Layer.Residual.around(Layer.Sequential.of(
                            Layer.Conv2d.depthwise(8, 3, 1).withBias(),
                            Layer.Activation.RELU6,
                            Layer.Conv2d.same(8, 8, 1, 1).withBias())),
                    new Layer.GlobalAveragePool(),
                    new Layer.Flatten(),
                    new Layer.Linear(8, 5),
                    Layer.Activation.RELU,
                    new Layer.Linear(5, 3)));

    private static OnnxGraph graph() {
        return GraphTranslator.translate(MODEL, TestModels.weights(MODEL, 7), new GraphInput.Images(MODEL.input()));
    }

    private static Stream<Model> models() {
        return Stream.of(MODEL, BLOCKS);
    }

    private static OnnxGraph quantized(Quantizer quantizer, Set<String> inFloats) {
        var ranges =
                quantizer.watched().stream().collect(Collectors.toMap(Function.identity(), _ -> new ValueRange(-1, 3)));
        return quantizer.quantize(ranges, inFloats);
    }

    private static <T> T of(Map<String, T> all, String name) {
        return Objects.requireNonNull(all.get(name));
    }

    @Test
    void theRangeOfAValueThatOnlyAReluReadsIsNotNeeded() {
        try (var _ = TensorScope.open("test")) {
            assertThat(new Quantizer(graph()).watched()).contains("1").doesNotContain("0", "4");
        }
    }

    @Test
    void weightsBecomeBytesUnlessTheirLayerStaysInFloats() {
        try (var _ = TensorScope.open("test")) {
            var quantizer = new Quantizer(graph());
            assertThat(quantizer.layers()).containsExactly("0", "4");
            var all = quantized(quantizer, Set.of()).constants();
            assertThat(of(all, "0.weight").type()).isEqualTo(OnnxType.INT8);
            assertThat(of(all, "4.weight").type()).isEqualTo(OnnxType.INT8);
            var some = quantized(quantizer, Set.of("4")).constants();
            assertThat(of(some, "0.weight").type()).isEqualTo(OnnxType.INT8);
            assertThat(of(some, "4.weight").type()).isEqualTo(OnnxType.FLOAT);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void onnxRuntimeComputesEveryLayerWithIntegers(Model model, @TempDir Path folder) throws IOException, OrtException {
        try (var _ = TensorScope.open("test")) {
            var pixels = new GraphInput.Pixels(model.input(), List.of(0.5, 0.5), List.of(0.5, 0.5));
            var quantizer = new Quantizer(GraphTranslator.translate(model, TestModels.weights(model, 7), pixels));
            var ranges = quantizer.watched().stream()
                    .collect(Collectors.toMap(Function.identity(), _ -> new ValueRange(0, 3)));
            Path file = folder.resolve("int8.onnx");
            OnnxFile.write(file, quantizer.quantize(ranges, Set.of()), Map.of());
            assertThat(loaded(file))
                    .contains("QLinearConv", "QGemm")
                    .doesNotContain(operator("Conv"), operator("FusedConv"), operator("Gemm"), operator("FusedGemm"));
        }
    }

    /** As a file has it: field 4 of a node, its length, its name. */
    private static String operator(String name) {
        return "\"" + (char) name.length() + name;
    }

    /** The file as ONNX Runtime runs it. */
    private static String loaded(Path file) throws IOException, OrtException {
        Path optimized = file.resolveSibling("loaded.onnx");
        OnnxSession.open(file, 1).close(); // loads the library on a stack that is deep enough
        try (var options = new OrtSession.SessionOptions()) {
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.EXTENDED_OPT);
            options.setOptimizedModelFilePath(optimized.toString());
            OrtEnvironment.getEnvironment()
                    .createSession(file.toString(), options)
                    .close();
        }
        return Files.readString(optimized, StandardCharsets.ISO_8859_1);
    }

    @Test
    void whatPassesThroughAMaximumKeepsItsScale() {
        try (var _ = TensorScope.open("test")) {
            var quantizer = new Quantizer(graph());
            var constants = quantizer
                    .quantize(
                            Map.of("1", new ValueRange(0, 5), "2", new ValueRange(0, 4), "3", new ValueRange(0, 4)),
                            Set.of())
                    .constants();
            assertThat(of(constants, "2/scale").toFloats())
                    .isEqualTo(of(constants, "1/scale").toFloats());
            assertThat(of(constants, "3/scale").toFloats())
                    .isEqualTo(of(constants, "1/scale").toFloats());
        }
    }

    /** Padding, biases and channels: each would show as a difference of its own. */
    @Test
    void integersWhoseRangesAreFoundInEachRunGiveAboutTheSameLogits(@TempDir Path folder) {
        try (var _ = TensorScope.open("test")) {
            var weights = TestModels.weights(MODEL, 7);
            float[] images = TestModels.floats("images", 5 * 6 * 6 * 2, -1, 1);
            float[] expected = TestModels.logits(MODEL, weights, images, 5);
            var quantizer = new DynamicQuantizer(graph());
            assertThat(quantizer.layers()).containsExactly("0", "4");
            assertThat(TestModels.largestDifference(
                            TestModels.logits(quantizer.quantize(Set.of()), folder, images, 5), expected))
                    .isBetween(1e-7, 0.02);
            assertThat(TestModels.largestDifference(
                            TestModels.logits(quantizer.quantize(Set.of("0", "4")), folder, images, 5), expected))
                    .isLessThan(1e-5);
        }
    }

    @Test
    void everyTensorThatIsReadIsThere() {
        try (var _ = TensorScope.open("test")) {
            var graph = quantized(new Quantizer(graph()), Set.of());
            var known = graph.nodes().stream().map(OnnxNode::output).collect(Collectors.toSet());
            known.addAll(graph.constants().keySet());
            known.add(graph.input().name());
            assertThat(graph.nodes()).allSatisfy(node -> assertThat(known).containsAll(node.inputs()));
        }
    }

    @Test
    void zeroIsInEveryRange() {
        assertThat(new ValueRange(2, 5)).isEqualTo(new ValueRange(0, 5));
        assertThat(new ValueRange(-3, -1).zeroPoint()).isEqualTo(255);
        assertThat(new ValueRange(-1, 1).zeroPoint()).isBetween(127, 128);
        assertThat(new ValueRange(0, 0).scale()).isPositive();
    }

    @Test
    void aPercentileLeavesOutAnOutlierAndMinMaxDoesNot() {
        float[] values = TestModels.floats("values", 200_000, -1, 1);
        values[777] = 1000;
        var calibration = new Calibration();
        calibration.add(Map.of("x", values));
        assertThat(of(calibration.ranges(Calibration.Method.MIN_MAX), "x").high())
                .isEqualTo(1000);
        assertThat(of(calibration.ranges(Calibration.Method.PERCENTILE), "x").high())
                .isBetween(0.99f, 1.01f);
    }

    /** A normal distribution whose tail is long: clipping its last values leaves finer steps for all others. */
    @Test
    void entropyClipsTheTailOfADistribution() {
        var random = new SeededRandom(new Seed(3).forPurpose("tail"));
        var values = new float[300_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        values[4] = 40;
        values[5] = -35;
        var calibration = new Calibration();
        calibration.add(Map.of("x", values));
        var range = of(calibration.ranges(Calibration.Method.ENTROPY), "x");
        assertThat(range.high()).isBetween(2.5f, 6f);
        assertThat(range.low()).isEqualTo(-range.high());
    }

    @Test
    void entropyKeepsWhatIsEvenlyDistributed() {
        var calibration = new Calibration();
        calibration.add(Map.of("x", TestModels.floats("even", 300_000, 0, 7)));
        var range = of(calibration.ranges(Calibration.Method.ENTROPY), "x");
        assertThat(range.low()).isZero();
        assertThat(range.high()).isBetween(6.8f, 7f);
    }

    @Test
    void entropyOfNothingButZerosIsARange() {
        var calibration = new Calibration();
        calibration.add(Map.of("x", new float[100]));
        assertThat(of(calibration.ranges(Calibration.Method.ENTROPY), "x")).isEqualTo(new ValueRange(0, 0));
    }

    @Test
    void valuesThatAreNotNumbersHaveNoRange() {
        var calibration = new Calibration();
        calibration.add(Map.of("x", new float[] {1, Float.POSITIVE_INFINITY}));
        assertThatThrownBy(() -> calibration.ranges(Calibration.Method.MIN_MAX))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("values of x are NaN or infinite");
    }
}
