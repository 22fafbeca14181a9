package dev.stoker.optimize;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;

/** Models with weights that are no special case: none is constant, and running statistics differ from channel to channel. */
public final class TestModels {
    private TestModels() {}

    public static Weights weights(Model model, long seed) {
        var weights = Weights.initial(model, new Seed(seed), Device.CPU);
        try (var _ = Gradients.off()) {
            WeightSpec.of(model).stream()
                    .filter(spec -> spec.trainable() && spec.initializer() instanceof Initializer.Constant)
                    .forEach(spec -> vary(weights.tensor("", spec.name()), spec));
            weights.all().forEach((name, tensor) -> {
                if (name.endsWith("running_mean")) {
                    tensor.copyFrom(random(name, tensor, -0.1, 0.1));
                } else if (name.endsWith("running_var")) {
                    tensor.copyFrom(random(name, tensor, 0.5, 1.5));
                }
            });
        }
        return weights;
    }

    /** Zeros become small numbers of both signs, and factors those around 1. */
    private static void vary(Tensor tensor, WeightSpec spec) {
        boolean zeros = spec.initializer().equals(Initializer.ZERO);
        tensor.copyFrom(random(spec.name(), tensor, zeros ? -0.1 : 0.5, zeros ? 0.1 : 1.5));
    }

    private static Tensor random(String name, Tensor like, double low, double high) {
        return Tensor.of(floats(name, Math.toIntExact(like.elements()), low, high), Device.CPU, like.sizes());
    }

    public static float[] floats(String purpose, int count, double low, double high) {
        var random = new SeededRandom(new Seed(1).forPurpose(purpose));
        var values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (low + (high - low) * random.nextDouble());
        }
        return values;
    }

    /** By Stoker. */
    public static float[] logits(Model model, Weights weights, float[] images, int count) {
        var shape = model.input();
        try (var _ = Gradients.off()) {
            return Forward.evaluating(model, weights)
                    .apply(Tensor.of(images, Device.CPU, count, shape.channels(), shape.height(), shape.width()))
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    /** By ONNX Runtime. */
    public static float[] logits(OnnxGraph graph, Path folder, float[] images, int count) {
        Path file = folder.resolve("model.onnx");
        OnnxFile.write(file, graph, Map.of());
        try (var arena = Arena.ofConfined();
                var session = OnnxSession.open(file, 1)) {
            var memory = arena.allocate(ValueLayout.JAVA_FLOAT, images.length);
            MemorySegment.copy(images, 0, memory, ValueLayout.JAVA_FLOAT, 0, images.length);
            return session.run(memory, count);
        }
    }

    /** Of logits that are larger than 1, in parts of the largest: some nets that were never trained have millions. */
    public static double largestDifference(float[] found, float[] expected) {
        double difference = 0;
        double size = 1;
        for (int i = 0; i < expected.length; i++) {
            difference = Math.max(difference, Math.abs(found[i] - expected[i]));
            size = Math.max(size, Math.abs(expected[i]));
        }
        return found.length == expected.length ? difference / size : Double.POSITIVE_INFINITY;
    }
}
