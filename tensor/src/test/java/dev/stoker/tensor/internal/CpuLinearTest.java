package dev.stoker.tensor.internal;

import static dev.stoker.tensor.TestTensors.assertClose;
import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.standardNormal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuLinearTest {
    private static final int ROWS = 33;
    private static final int IN = 700;
    private static final int OUT = 10;

    @Test
    void outputAndGradientsAreThoseOfALinearLayer() {
        try (var _ = TensorScope.open("test")) {
            assertEqualsLinear(standardNormal(1, ROWS, IN));
        }
    }

    @Test
    void tokensAndPixelsAreRows() {
        try (var _ = TensorScope.open("test")) {
            assertEqualsLinear(standardNormal(1, 3, 11, IN));
            var channelsLast = standardNormal(1, 3, IN, 4, 5).permute(0, 2, 3, 1);
            assertEqualsLinear(channelsLast);
        }
    }

    private static void assertEqualsLinear(Tensor input) {
        var x = input.requireGradient();
        var weight = standardNormal(2, OUT, IN).requireGradient();
        var bias = standardNormal(3, OUT).requireGradient();
        assertThat(CpuLinear.suits(x, weight)).isTrue();
        var ours = Functional.linear(x, weight, Optional.of(bias));
        var gradients = gradients(ours, List.of(x, weight, bias));
        var plain = Functional.linear(inDouble(x), inDouble(weight), Optional.of(inDouble(bias)));
        var expected = gradients(plain, List.of(x, weight, bias));
        assertThat(ours.sizes()).isEqualTo(plain.sizes());
        assertClose("output", doubles(plain), doubles(ours), DataType.FLOAT32);
        for (int i = 0; i < gradients.size(); i++) {
            assertClose("gradient " + i, expected.get(i), gradients.get(i), DataType.FLOAT32);
        }
    }

    private static Tensor inDouble(Tensor tensor) {
        return tensor.to(DataType.FLOAT64, Device.CPU);
    }

    private static List<double[]> gradients(Tensor output, List<Tensor> inputs) {
        output.times(standardNormal(4, output.sizes())).sum().backward();
        return inputs.stream()
                .map(input -> doubles(input.takeGradient().orElseThrow()))
                .toList();
    }

    @Test
    void smallProductsInferenceAndOtherTypesStayWithLibtorch() {
        try (var _ = TensorScope.open("test")) {
            var x = standardNormal(1, ROWS, IN);
            var weight = standardNormal(2, OUT, IN).requireGradient();
            assertThat(CpuLinear.suits(x, weight)).isTrue();
            assertThat(CpuLinear.suits(x, standardNormal(2, OUT, IN))).isFalse();
            assertThat(CpuLinear.suits(standardNormal(1, ROWS, 20), weight)).isFalse();
            assertThat(CpuLinear.suits(standardNormal(1, 8, 7_000), weight)).isFalse();
            try (var _ = Gradients.off()) {
                assertThat(CpuLinear.suits(x, weight)).isFalse();
            }
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                assertThat(CpuLinear.suits(x, weight)).isFalse();
            }
        }
    }
}
