package dev.stoker.optimize.aware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.optimize.TestModels;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.optimize.graph.GraphInput;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.quantize.Calibration;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layer that is trained, by libtorch, against the file that is made of it, by ONNX Runtime. */
class FakeQuantizedGraphTest {
    private static final int COUNT = 16;

    /** With 0.5 all pixels would lie in the middle between two bytes, and any rounding would be as right as another. */
    private static final double MEAN = 0.45;

    @TempDir
    private Path folder;

    /** A folded model of the zoo, its graph, and the ranges of its values on some images. */
    private final class Case {
        private final Shape shape;
        private final WeightedModel folded;
        private final Quantizer quantizer;
        private final byte[] pixels;
        private final Map<String, ValueRange> ranges;

        Case(Model model) {
            shape = model.input();
            folded = FoldedModel.of(new WeightedModel(model, TestModels.weights(model, 7)));
            int channels = shape.channels();
            var input = new GraphInput.Pixels(
                    shape, Collections.nCopies(channels, MEAN), Collections.nCopies(channels, 0.25));
            quantizer = new Quantizer(GraphTranslator.translate(folded.model(), folded.weights(), input));
            float[] values = TestModels.floats("pixels", COUNT * shape.elements(), 0, 256);
            pixels = new byte[values.length];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (byte) (int) values[i];
            }
            var calibration = new Calibration();
            var watched = Set.copyOf(quantizer.watched());
            calibration.add(run(quantizer.graph().watching(List.copyOf(watched)), watched));
            ranges = calibration.ranges(Calibration.Method.MIN_MAX);
        }

        /** Outputs by ONNX Runtime. */
        Map<String, float[]> run(OnnxGraph graph, Set<String> outputs) {
            Path file = folder.resolve("model.onnx");
            OnnxFile.write(file, graph, Map.of());
            try (var arena = Arena.ofConfined();
                    var session = OnnxSession.open(file, 2)) {
                var rows = arena.allocate(pixels.length);
                MemorySegment.copy(pixels, 0, rows, ValueLayout.JAVA_BYTE, 0, pixels.length);
                return session.run(rows, COUNT, outputs);
            }
        }

        float[] logits(OnnxGraph graph) {
            return run(graph, Set.of("logits")).values().iterator().next();
        }

        Tensor images() {
            var values = new float[pixels.length];
            int channels = shape.channels();
            int area = shape.elements() / channels;
            for (int i = 0; i < values.length; i++) {
                int row = i / shape.elements();
                int within = i % shape.elements();
                int to = row * shape.elements() + within % channels * area + within / channels;
                values[to] = (float) ((Byte.toUnsignedInt(pixels[i]) / 255.0 - MEAN) / 0.25);
            }
            return Tensor.of(values, Device.CPU, COUNT, channels, shape.height(), shape.width());
        }

        FakeQuantizedGraph layer() {
            return new FakeQuantizedGraph(folded.model(), quantizer);
        }

        Weights weights(FakeQuantizedGraph layer) {
            return Weights.of(layer.model(), new AwareTraining(folded, quantizer, ranges).initial(layer));
        }
    }

    private static double distance(float[] one, float[] other) {
        double squares = 0;
        for (int i = 0; i < one.length; i++) {
            squares += Math.pow(one[i] - other[i], 2);
        }
        return Math.sqrt(squares);
    }

    private static Model zoo(String name) {
        var defaults = ModelZoo.withDefaults(name);
        var shape = defaults.input().height() > 100 ? new Shape(80, 80, 3) : defaults.input();
        return ModelZoo.model(name, shape, 10);
    }

    private static float[] rounded(Case each) {
        var layer = each.layer();
        return Forward.evaluating(layer.model(), each.weights(layer))
                .apply(each.images())
                .toHost()
                .toArray(ValueLayout.JAVA_FLOAT);
    }

    private static Stream<Named<Layer>> parts() {
        var same = Layer.Sequential.of(Layer.Conv2d.same(8, 8, 3, 1), new Layer.BatchNorm2d(8));
        return Stream.of(
                Named.of("a convolution", Layer.Conv2d.depthwise(8, 3, 2)),
                Named.of("a residual sum", new Layer.Residual(same, Layer.Sequential.of(List.of()))),
                Named.of(
                        "a concatenation",
                        Layer.Sequential.of(
                                Layer.Concat.of(
                                        Layer.named("a", Layer.Conv2d.same(8, 3, 1, 1)),
                                        Layer.named("b", Layer.Conv2d.same(8, 5, 3, 1))),
                                Layer.Activation.RELU6)),
                Named.of(
                        "a gate",
                        new Layer.Gate(Layer.Sequential.of(
                                new Layer.GlobalAveragePool(),
                                Layer.Conv2d.same(8, 8, 1, 1),
                                Layer.Activation.HARD_SIGMOID))),
                Named.of(
                        "pools",
                        Layer.Sequential.of(new Layer.MaxPool2d(2, 2, 0), new Layer.AdaptiveAveragePool2d(3, 3))),
                Named.of("a local response norm", new Layer.LocalResponseNorm(5, 0.5, 0.75, 2)),
                Named.of("hard swish", Layer.Activation.HARD_SWISH),
                Named.of("SiLU", Layer.Activation.SILU),
                Named.of("GELU", Layer.Activation.GELU),
                Named.of(
                        "a convolution of parts",
                        new Layer.MixedConv2d(List.of(Layer.Conv2d.same(4, 4, 3, 1), Layer.Conv2d.same(4, 4, 5, 1)))));
    }

    /**
     * A difference in one place, a value that only one of the two rounds, would be as large as all rounding together. In deeper nets
     * nothing could be seen of it: one value that is rounded up here and down there changes all that follow.
     */
    @ParameterizedTest
    @MethodSource("parts")
    void whatIsRoundedIsWhatTheFileHasInBytes(Layer part) {
        var model = new Model(
                "test",
                new Shape(12, 12, 3),
                4,
                Layer.Sequential.of(
                        Layer.Conv2d.same(3, 8, 3, 1),
                        new Layer.BatchNorm2d(8),
                        Layer.Activation.RELU,
                        part,
                        new Layer.GlobalAveragePool(),
                        new Layer.Flatten(),
                        new Layer.Linear(8, 4)));
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var each = new Case(model);
            float[] integers = each.logits(each.quantizer.quantize(each.ranges, Set.of()));
            float[] floats = each.logits(each.quantizer.graph());
            assertThat(distance(rounded(each), integers)).isLessThan(0.3 * distance(integers, floats));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cnn",
                "resnet18",
                "mobilenet_v2",
                "mobilenet_v3_small",
                "efficientnet_b0",
                "regnet_y_400mf",
                "mixnet_s"
            })
    void aModelOfTheZooHasAboutTheLogitsOfItsFileInIntegers(String name) {
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var each = new Case(zoo(name));
            float[] integers = each.logits(each.quantizer.quantize(each.ranges, Set.of()));
            assertThat(distance(rounded(each), integers))
                    .isLessThan(0.03 * distance(integers, new float[integers.length]));
        }
    }

    @Test
    void rangesFollowWhatIsTrained() {
        try (var _ = TensorScope.open("test")) {
            var each = new Case(zoo("cnn"));
            var layer = each.layer();
            var weights = each.weights(layer);
            String tensor = layer.ranged().stream()
                    .filter(name -> !name.equals("input.normalized"))
                    .findFirst()
                    .orElseThrow();
            var high = weights.tensor("", FakeQuantizedGraph.high(tensor));
            double before = high.toHost().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
            try (var _ = Gradients.off()) {
                var _ = Forward.training(layer.model(), weights)
                        .apply(each.images().times(10));
            }
            assertThat((double) high.toHost().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0))
                    .isGreaterThan(before);
            var pixels = weights.tensor("", FakeQuantizedGraph.high("input.normalized"));
            assertThat((double) pixels.toHost().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0))
                    .isBetween(2.1, 2.3);
        }
    }
}
