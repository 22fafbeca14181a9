package dev.stoker.job.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChosenPrecisionTest {
    private static final CpuInfo WITH_AMX = new CpuInfo("x", 2, List.of("avx512f", "avx512_bf16", "amx_bf16"));
    private static final CpuInfo WITH_DOT_PRODUCTS = new CpuInfo("x", 2, List.of("avx512f", "avx512_bf16"));
    private static final CpuInfo WITHOUT = new CpuInfo("x", 2, List.of("avx2", "avx512f"));

    private static ChosenPrecision onCpu(Auto<Precision> asked, CpuInfo cpu) {
        return ChosenPrecision.of(asked, Device.CPU, () -> cpu);
    }

    @Test
    void autoOnACpuDependsOnItsInstructions() {
        var without = onCpu(Auto.auto(), WITHOUT);
        assertThat(without.precision()).isEqualTo(Precision.FP32);
        assertThat(without.reason()).contains("precision auto → fp32: this CPU has no bf16 instructions");
        assertThat(without.warning()).isEmpty();
        for (var cpu : List.of(WITH_AMX, WITH_DOT_PRODUCTS)) {
            assertThat(onCpu(Auto.auto(), cpu).precision()).isEqualTo(Precision.BF16);
        }
    }

    @Test
    void regressionAndHogwildThreadsAreInFp32UnlessThePlanSaysOtherwise() {
        var plan = Plan.DEFAULTS.with("precision", "auto");
        assertThat(ChosenPrecision.forTraining(plan, Task.REGRESSION, Device.CPU)
                        .reason())
                .contains("precision auto → fp32: regression predicts numbers, and 16 bits have three digits");
        assertThat(ChosenPrecision.forTraining(plan.with("hogwild-threads", "2"), Task.CLASSIFICATION, Device.CPU)
                        .reason())
                .contains("precision auto → fp32: hogwild threads share weights in fp32");
        assertThat(ChosenPrecision.forTraining(plan.with("precision", "bf16"), Task.REGRESSION, Device.CPU)
                        .precision())
                .isEqualTo(Precision.BF16);
        assertThat(ChosenPrecision.forTraining(plan, Task.CLASSIFICATION, Device.CPU))
                .isEqualTo(ChosenPrecision.of(Auto.auto(), Device.CPU));
    }

    @ParameterizedTest
    @CsvSource({"90, BF16", "80, BF16", "75, FP16", "70, FP16", "61, FP32"})
    void autoOnAGpuDependsOnItsComputeCapability(int capability, Precision expected) {
        var chosen = ChosenPrecision.ofGpu("NVIDIA X", capability);
        assertThat(chosen.precision()).isEqualTo(expected);
        assertThat(chosen.reason().orElseThrow())
                .startsWith("precision auto → " + expected.title() + ": NVIDIA X has ");
    }

    @ParameterizedTest
    @CsvSource({"BF16", "BF16_WHOLE"})
    void bf16OnACpuThatIsSlowAtItIsAWarning(Precision asked) {
        var chosen = onCpu(Auto.of(asked), WITHOUT);
        assertThat(chosen.precision()).isEqualTo(asked);
        assertThat(chosen.reason()).isEmpty();
        assertThat(chosen.warning().orElseThrow())
                .startsWith("precision " + asked.title())
                .contains("25 times slower", "use precision fp32 or auto");
        assertThat(onCpu(Auto.of(asked), WITH_AMX).warning()).isEmpty();
    }

    @Test
    void fp32IsNeverAWarningAndDoesNotLookAtTheCpu() {
        var chosen = ChosenPrecision.of(Auto.of(Precision.FP32), Device.CPU, () -> {
            throw new AssertionError("not needed");
        });
        assertThat(chosen.warning()).isEmpty();
    }

    @Test
    void whatADeviceCannotComputeInIsRefused() {
        assertThatThrownBy(() -> onCpu(Auto.of(Precision.FP16), WITH_AMX))
                .isInstanceOf(StokerException.class)
                .hasMessage("fp16 needs a GPU; on a CPU use bf16 or fp32");
    }
}
