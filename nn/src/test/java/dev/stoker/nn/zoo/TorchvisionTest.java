package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against torchvision itself: expected.py, beside the figures, says how they were made. */
class TorchvisionTest {
    private static final int IMAGES_SALT = 7777;

    /** So large that filling it takes longer than all the other tests; {@code -Dstoker.test.large=true} includes it. */
    private static final long LARGE = 30_000_000;

    record Expected(String model, int side, String mode, String digest, double[] logits) {
        @Override
        public String toString() {
            return model + " " + side + " " + mode;
        }
    }

    private static List<Expected> expected() throws IOException {
        try (var stream =
                Objects.requireNonNull(TorchvisionTest.class.getResourceAsStream("/torchvision/expected.csv"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(",", -1))
                    .map(cells -> new Expected(
                            cells[0],
                            Integer.parseInt(cells[1]),
                            cells[2],
                            cells[3],
                            Arrays.stream(cells)
                                    .skip(4)
                                    .mapToDouble(Double::parseDouble)
                                    .toArray()))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("expected")
    void weightsHaveTheNamesSizesAndOrderOfTheStateDict(Expected expected) {
        var text = new StringBuilder();
        for (var spec : WeightSpec.of(model(expected))) {
            text.append(spec.name())
                    .append(' ')
                    .append(Arrays.toString(spec.sizes()))
                    .append('\n');
        }
        String hash = Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(hash).as("%s", text).isEqualTo(expected.digest());
    }

    @ParameterizedTest
    @MethodSource("expected")
    void logitsAgree(Expected expected) {
        var model = model(expected);
        Assumptions.assumeTrue(expected.logits().length > 0, "only the names are known");
        Assumptions.assumeTrue(
                ModelSummary.of(model).parameters() < LARGE || Boolean.getBoolean("stoker.test.large"), "it is large");
        boolean auxiliary = expected.mode().equals("auxiliary");
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var weights = filled(model);
            var step = Tensor.zeros(DataType.INT64, Device.CPU);
            var forward = auxiliary
                    ? Forward.training(model, weights, new DropoutGenerator(new Seed(1), step))
                    : Forward.evaluating(model, weights);
            int side = model.input().height();
            var images = Tensor.zeros(DataType.FLOAT64, Device.CPU, 2, 3, side, side);
            fill(images, IMAGES_SALT, 2, 0);
            var outputs = forward.outputs(images);
            var logits = auxiliary ? outputs.auxiliary().orElseThrow() : outputs.logits();
            for (int i = 0; i < 8; i++) {
                double value = logits.at(i / 4).at(i % 4).value();
                double wanted = expected.logits()[i];
                assertThat(value).isCloseTo(wanted, within(1e-8 * Math.max(1, Math.abs(wanted))));
            }
        }
    }

    private static Model model(Expected expected) {
        return ModelZoo.model(expected.model(), new Shape(expected.side(), expected.side(), 3), 10);
    }

    private static Weights filled(Model model) {
        var weights = Weights.initial(model, new Seed(1), Device.CPU).to(DataType.FLOAT64);
        int salt = 0;
        for (var entry : weights.all().entrySet()) {
            String name = entry.getKey();
            var tensor = entry.getValue();
            long[] sizes = tensor.sizes();
            if (sizes.length > 1) {
                fill(tensor, salt, Math.sqrt(24.0 * sizes[0] / tensor.elements()), 0);
            } else if (name.endsWith("weight") || name.endsWith("running_var")) {
                fill(tensor, salt, 1, 1);
            } else if (!name.endsWith("num_batches_tracked")) {
                fill(tensor, salt, 0.2, 0);
            }
            salt++;
        }
        return weights;
    }

    private static void fill(Tensor tensor, long salt, double factor, double offset) {
        try (var arena = Arena.ofConfined();
                var _ = TensorScope.open("fill")) {
            MemorySegment values = arena.allocate(ValueLayout.JAVA_DOUBLE, tensor.elements());
            for (long i = 0; i < tensor.elements(); i++) {
                double hashed = ((i * 2654435761L + salt * 40503 + 12345) & 0xffffffffL) * 0x1p-32 - 0.5;
                values.setAtIndex(ValueLayout.JAVA_DOUBLE, i, hashed * factor + offset);
            }
            tensor.copyFrom(Tensor.view(values, DataType.FLOAT64, tensor.sizes()));
        }
    }
}
