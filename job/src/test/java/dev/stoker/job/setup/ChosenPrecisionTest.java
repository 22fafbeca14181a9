package dev.stoker.job.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.option.Auto;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChosenPrecisionTest {
    private static final CpuInfo WITH_AMX = new CpuInfo("x", 2, List.of("avx512f", "avx512_bf16", "amx_bf16"));
    private static final CpuInfo WITHOUT_AMX = new CpuInfo("x", 2, List.of("avx512f", "avx512_bf16"));

    private static ChosenPrecision onCpu(Auto<Precision> asked, CpuInfo cpu) {
        return ChosenPrecision.of(asked, Device.CPU, () -> cpu);
    }

    @Test
    void autoOnACpuDependsOnItsInstructions() {
        var without = onCpu(Auto.auto(), WITHOUT_AMX);
        assertThat(without.precision()).isEqualTo(Precision.FP32);
        assertThat(without.reason()).contains("precision auto → fp32: this CPU has no bf16 matrix instructions");
        assertThat(without.warning()).isEmpty();
        assertThat(onCpu(Auto.auto(), WITH_AMX).precision()).isEqualTo(Precision.BF16);
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
        var chosen = onCpu(Auto.of(asked), WITHOUT_AMX);
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
