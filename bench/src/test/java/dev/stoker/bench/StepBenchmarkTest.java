package dev.stoker.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.SyntheticStep;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepBenchmarkTest {
    private static StepBenchmark.Request request(String model, String precision, boolean plain) {
        return new StepBenchmark.Request(model, 32, 8, precision, "cpu", true, true, 3, 0.05, 1, plain);
    }

    /** A peer that computed something else would be no peer: the mean loss of five steps on one batch is the same. */
    @ParameterizedTest
    @ValueSource(strings = {"mlp", "cnn", "resnet8"})
    void thePlainLoopLearnsTheSame(String name) {
        var model = ModelZoo.model(name, new Shape(32, 32, 3), 10);
        double plain = 0;
        try (var baseline = new LibtorchBaselineStep(model, 8)) {
            for (int i = 0; i < 5; i++) {
                baseline.run();
                plain += baseline.loss() / 5;
            }
        }
        try (var step = SyntheticStep.open(model, 8, StepSettings.plain(Precision.FP32), Device.CPU)) {
            step.run();
            double first = step.loss();
            for (int i = 1; i < 5; i++) {
                step.run();
            }
            assertThat(step.loss()).isCloseTo(plain, withinPercentage(0.01)).isLessThan(first);
        }
    }

    @Test
    void aCpuHasNoPeakAndNoGapsButABaseline() {
        assertThat(StepBenchmark.run(request("mlp", "fp32", true)))
                .containsEntry("search", 3)
                .containsKeys("step_milliseconds", "ready_seconds", "plain_milliseconds", "times_as_fast_as_plain")
                .doesNotContainKeys("share_of_peak", "gap_share");
        assertThat(StepBenchmark.run(request("mlp", "fp32", false))).doesNotContainKey("plain_milliseconds");
    }

    @Test
    void theBaselineRefusesLayersItDoesNotKnow() {
        assertThatThrownBy(() -> StepBenchmark.run(request("mobilenet_v2", "fp32", true)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("--plain has no RELU6");
        assertThatThrownBy(() -> StepBenchmark.run(request("mlp", "bf16", true)))
                .hasMessageContaining("got cpu and bf16; add --device cpu --precision fp32");
    }

    @Test
    void aGapIsWhatAStepTakesBeyondTheDevice() {
        assertThat(StepBenchmark.gaps(OptionalDouble.of(3), 4))
                .isEqualTo(Map.of("device_milliseconds", 3.0, "gap_share", 0.25));
        assertThat(StepBenchmark.gaps(OptionalDouble.of(5), 4)).containsEntry("gap_share", 0.0);
        assertThat(StepBenchmark.gaps(OptionalDouble.empty(), 4)).isEmpty();
    }
}
