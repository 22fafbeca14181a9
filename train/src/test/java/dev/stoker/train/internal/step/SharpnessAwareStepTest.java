package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.DataState;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharpnessAwareStepTest {
    private static final StripedImages DATA = new StripedImages(240, 24);
    private static final double RATE = 0.5;
    private static final double RADIUS = 0.3;

    /** What is left after one step. */
    private record Stepped(List<float[]> parameters, List<float[]> buffers, double loss) {}

    private static StepSettings settings(Precision precision, double radius, int microBatches) {
        return StepSettings.builder(precision)
                .ascent(radius)
                .microBatches(microBatches)
                .build();
    }

    /** One step of plain gradient descent from these parameters, or from the initial ones where none are given. */
    private static Stepped step(Model model, StepSettings settings, List<float[]> from) {
        try (var _ = TensorScope.open("test");
                var stream = DeviceStream.open(Device.CPU);
                var feed = DATA.training(DataState.START, BatchMemoryAllocator.host())) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            set(weights.parameters().values(), from);
            var input = new DeviceInput(DATA.shape(), DATA.mean(), DATA.deviation(), DATA.batch(), Device.CPU);
            var metrics = new RunningMetrics(Device.CPU);
            var resources = new StepResources(TrainingDevice.of(Device.CPU), stream, weights, metrics);
            var sgd = new Optimizer.Settings.Sgd(0, 0, false);
            try (var step = new TrainingStep(resources, model, input, sgd, settings, new Seed(4));
                    var batch = feed.next()) {
                input.upload(batch);
                step.run(new StepContext(0, 10, 0, RATE));
                return new Stepped(
                        values(weights.parameters()),
                        values(weights.buffers()),
                        metrics.score().loss());
            }
        }
    }

    private static void set(Collection<Tensor> parameters, List<float[]> values) {
        try (var _ = Gradients.off()) {
            int i = 0;
            for (var parameter : values.isEmpty() ? List.<Tensor>of() : parameters) {
                parameter.copyFrom(Tensor.of(values.get(i++), Device.CPU, parameter.sizes()));
            }
        }
    }

    private static List<float[]> values(Map<String, Tensor> tensors) {
        return tensors.values().stream()
                .map(tensor -> tensor.toFloat().toHost().toArray(ValueLayout.JAVA_FLOAT))
                .toList();
    }

    private static List<float[]> combined(List<float[]> one, List<float[]> other, double factor) {
        var sums = new ArrayList<float[]>();
        for (int i = 0; i < one.size(); i++) {
            var sum = new float[one.get(i).length];
            for (int k = 0; k < sum.length; k++) {
                sum[k] = (float) (one.get(i)[k] + factor * other.get(i)[k]);
            }
            sums.add(sum);
        }
        return sums;
    }

    private static double norm(List<float[]> tensors) {
        double squares = 0;
        for (var tensor : tensors) {
            for (float value : tensor) {
                squares += (double) value * value;
            }
        }
        return Math.sqrt(squares);
    }

    private static List<float[]> gradient(Model model, List<float[]> at) {
        var plain = step(model, StepSettings.plain(Precision.FP32), at).parameters;
        return combined(plain, at, -1).stream()
                .map(difference -> combined(List.of(new float[difference.length]), List.of(difference), -1 / RATE)
                        .getFirst())
                .toList();
    }

    /** The definition, with gradients that plain steps reveal. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void weightsDescendByTheGradientAtTheEndOfTheAscent(int microBatches) {
        var model = ModelZoo.model("mlp", DATA.shape(), 3);
        var initial = initial(model);
        var gradient = gradient(model, initial);
        var uphill = combined(initial, gradient, RADIUS / norm(gradient));
        var expected = combined(initial, gradient(model, uphill), -RATE);
        var stepped = step(model, settings(Precision.FP32, RADIUS, microBatches), List.of());
        assertThat(norm(combined(stepped.parameters, expected, -1))).isLessThan(2e-5);
        var plain = step(model, StepSettings.plain(Precision.FP32), List.of());
        assertThat(norm(combined(plain.parameters, expected, -1))).isGreaterThan(0.01);
        assertThat(stepped.loss).isEqualTo(plain.loss, within(1e-6));
    }

    private static List<float[]> initial(Model model) {
        try (var _ = TensorScope.open("initial")) {
            return values(Weights.initial(model, new Seed(3), Device.CPU).parameters());
        }
    }

    @Test
    void runningStatisticsAreThoseOfTheFirstPass() {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var plain = step(model, StepSettings.plain(Precision.FP32), List.of());
        var stepped = step(model, settings(Precision.FP32, RADIUS, 1), List.of());
        assertThat(stepped.buffers).hasSameSizeAs(plain.buffers).hasSizeGreaterThan(3);
        for (int i = 0; i < plain.buffers.size(); i++) {
            assertThat(stepped.buffers.get(i)).isEqualTo(plain.buffers.get(i));
        }
        assertThat(norm(combined(stepped.parameters, plain.parameters, -1))).isGreaterThan(0.001);
    }

    /** Loss scaling changes the length of a gradient and not its direction. */
    @ParameterizedTest
    @EnumSource(names = {"BF16", "BF16_WHOLE"})
    void inLowPrecisionTheStepIsAboutTheSame(Precision precision) {
        var model = ModelZoo.model("mlp", DATA.shape(), 3);
        var full = step(model, settings(Precision.FP32, RADIUS, 1), List.of()).parameters;
        var low = step(model, settings(precision, RADIUS, 1), List.of()).parameters;
        var plain = step(model, StepSettings.plain(precision), List.of()).parameters;
        double distance = norm(combined(low, full, -1));
        assertThat(distance).isLessThan(0.3 * norm(combined(plain, full, -1)));
    }

    @Test
    void aRadiusBelowZeroIsRefused() {
        assertThatThrownBy(() -> settings(Precision.FP32, -0.1, 1))
                .hasMessage("the radius of SAM must be at least 0, got -0.1");
    }
}
