package dev.stoker.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.SyntheticStep;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepBenchmarkTest {
    private static StepBenchmark.Request request(String model, String precision, boolean baseline) {
        return new StepBenchmark.Request(
                model, 32, 8, precision, "cpu", true, true, OptionalInt.of(3), 2, 0.05, 1, baseline, false);
    }

    /** A baseline must compute the same: the mean loss of five steps on one batch is equal. */
    @ParameterizedTest
    @ValueSource(strings = {"mlp", "cnn", "resnet8"})
    void theBaselineTrainsTheSame(String name) {
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
    void aCpuHasNoPeakAndNoIdleShareButABaseline() {
        assertThat(StepBenchmark.run(request("mlp", "fp32", true)))
                .containsEntry("search", 3)
                .containsKeys("step_milliseconds", "warmup_seconds", "baseline_milliseconds", "speedup_over_baseline")
                .doesNotContainKeys("share_of_peak", "idle_share");
        assertThat(StepBenchmark.run(request("mlp", "fp32", false))).doesNotContainKey("baseline_milliseconds");
    }

    @Test
    void autoNeverTakesBf16OnACpuThatIsSlowAtItAndAskingForItWarns() {
        boolean fast = CpuInfo.ofThisMachine().hasBfloat16();
        assertThat(StepBenchmark.run(request("mlp", "auto", false)))
                .containsEntry("precision", fast ? "bf16" : "fp32")
                .containsKey("reason");
        assertThat(StepBenchmark.run(request("mlp", "bf16", false)).containsKey("warning"))
                .isEqualTo(!fast);
    }

    @Test
    void theBaselineRefusesLayersItDoesNotKnow() {
        assertThatThrownBy(() -> StepBenchmark.run(request("mobilenet_v2", "fp32", true)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the baseline has no RELU6");
        assertThatThrownBy(() -> StepBenchmark.run(request("mlp", "bf16", true)))
                .hasMessageContaining("got cpu and bf16; choose device cpu and precision fp32");
    }

    @Test
    void idleTimeIsWhatAStepTakesBeyondItsKernels() {
        assertThat(StepBenchmark.idleTime(OptionalDouble.of(3), 4))
                .isEqualTo(Map.of("device_milliseconds", 3.0, "idle_share", 0.25));
        assertThat(StepBenchmark.idleTime(OptionalDouble.of(5), 4)).containsEntry("idle_share", 0.0);
        assertThat(StepBenchmark.idleTime(OptionalDouble.empty(), 4)).isEmpty();
    }
}
