package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuPeakFlopsTest {
    /** With the clocks of the data sheets, the results are their dense figures. */
    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100-SXM4-80GB, 80, 108, 1410, 19.5, 156, 312",
        "NVIDIA RTX A6000, 86, 84, 1800, 38.7, 77.4, 154.8",
        "NVIDIA GeForce RTX 3090, 86, 82, 1695, 35.6, 35.6, 71.2",
        "NVIDIA L40S, 89, 142, 2520, 91.6, 183, 366",
        "NVIDIA GeForce RTX 4090, 89, 128, 2520, 82.6, 82.6, 165.2",
        "NVIDIA H100 80GB HBM3, 90, 132, 1830, 62, 495, 989",
        "NVIDIA GeForce RTX 5090, 120, 170, 2407, 104.8, 104.8, 209.5",
    })
    void dataSheetsSayTheSame(
            String name, int capability, int processors, int megahertz, double fp32, double tf32, double half) {
        Map.of(
                        GpuPeakFlops.Arithmetic.FP32,
                        fp32,
                        GpuPeakFlops.Arithmetic.TF32,
                        tf32,
                        GpuPeakFlops.Arithmetic.HALF,
                        half)
                .forEach((arithmetic, wanted) -> {
                    var peak = GpuPeakFlops.of(name, capability, processors, 1000 * megahertz, arithmetic)
                            .orElseThrow();
                    assertThat(peak.teraflops()).as("%s", arithmetic).isCloseTo(wanted, withinPercentage(2));
                    assertThat(peak.source()).contains(name, processors + " processors", megahertz + " MHz");
                });
    }

    @Test
    void theLargestHaveNoHalvedRate() {
        var half = GpuPeakFlops.of("NVIDIA B200", 100, 148, 1_850_000, GpuPeakFlops.Arithmetic.HALF);
        assertThat(half.orElseThrow().teraflops()).isCloseTo(2250, withinPercentage(2));
    }

    @Test
    void anUnknownGenerationHasNoPeak() {
        assertThat(GpuPeakFlops.of("NVIDIA of tomorrow", 150, 200, 2_000_000, GpuPeakFlops.Arithmetic.HALF))
                .isEmpty();
    }

    @Test
    @Tag("gpu")
    void theGpuOfThisMachineReportsItsMultiprocessorsAndClock() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        var device = new Device.Cuda(0);
        GpuPeakFlops.of(device, GpuPeakFlops.Arithmetic.HALF)
                .ifPresent(peak -> assertThat(peak.teraflops()).isBetween(50.0, 5_000.0));
    }
}
