package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.tensor.LibTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GpuSettingsTest {
    private int before;

    @BeforeEach
    void asItIs() {
        LibTorch.load();
        before = GpuSettings.cudnnBenchmarkLimit();
    }

    @AfterEach
    void asItWas() {
        GpuSettings.cudnnBenchmark(before);
    }

    @Test
    void libtorchKeepsTheBenchmarkLimit() {
        GpuSettings.cudnnBenchmark(3);
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(3);
        GpuSettings.cudnnBenchmark(0);
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isZero();
        assertThatThrownBy(() -> GpuSettings.cudnnBenchmark(-1))
                .hasMessage("cuDNN benchmark limit must be at least 0, got -1");
    }

    @Test
    void theBenchmarkLimitIsRestoredAfterABlockWithoutItEvenWhenItFails() {
        GpuSettings.cudnnBenchmark(7);
        GpuSettings.withoutCudnnBenchmark(
                () -> assertThat(GpuSettings.cudnnBenchmarkLimit()).isZero());
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(7);
        assertThatThrownBy(() -> GpuSettings.withoutCudnnBenchmark(() -> {
                    throw new IllegalStateException("no such shape");
                }))
                .hasMessage("no such shape");
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(7);
    }
}
