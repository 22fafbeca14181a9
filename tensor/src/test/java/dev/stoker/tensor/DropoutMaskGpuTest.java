package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("gpu")
class DropoutMaskGpuTest {
    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    private static byte[] mask(Device device, DataType type, long step, double rate) {
        try (var _ = TensorScope.open("mask")) {
            var counter = Tensor.zeros(DataType.INT64, device).addInPlace(step);
            return DropoutMask.of(new Seed(-77), counter, rate, type, 100, 1000)
                    .toHost()
                    .toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** The mask must not depend on the device, or a run resumed on another one would have other results. */
    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "BFLOAT16", "FLOAT16"})
    void theGpuSamplesTheMaskOfTheCpu(DataType type) {
        for (long step : new long[] {0, 1, 5, 1L << 40}) {
            for (double rate : new double[] {0, 0.1, 0.5, 0.9}) {
                assertThat(mask(new Device.Cuda(0), type, step, rate))
                        .as("step %d, rate %s", step, rate)
                        .isEqualTo(mask(Device.CPU, type, step, rate));
            }
        }
    }

    /** A replay reads the step's number from the device: another number, another mask. */
    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "BFLOAT16"})
    void aMaskInACudaGraphIsResampledAtEveryReplay(DataType type) {
        var device = new Device.Cuda(0);
        try (var _ = TensorScope.open("captured");
                var stream = DeviceStream.open(device)) {
            var counter = Tensor.zeros(DataType.INT64, device);
            var kept = Tensor.zeros(type, device, 100, 1000);
            Runnable sample = () -> {
                try (var _ = TensorScope.open("sample")) {
                    kept.copyFrom(DropoutMask.of(new Seed(-77), counter, 0.5, type, 100, 1000));
                }
            };
            try (var captured = CudaGraph.of(stream, sample)) {
                for (long step : new long[] {1, 2, 2, 3, 4, 3}) {
                    counter.fillInPlace(step);
                    captured.run();
                    assertThat(kept.toHost().toArray(ValueLayout.JAVA_BYTE))
                            .isEqualTo(mask(Device.CPU, type, step, 0.5));
                }
                assertThat(captured.isCaptured()).isTrue();
            }
        }
    }
}
