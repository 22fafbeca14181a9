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
        GpuSettings.search(before);
    }

    @Test
    void libtorchKeepsHowManyPlansAreTried() {
        GpuSettings.search(3);
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(3);
        GpuSettings.search(0);
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isZero();
        GpuSettings.cudnnBenchmark(true);
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(GpuSettings.USUAL_PLANS);
        assertThatThrownBy(() -> GpuSettings.search(-1)).hasMessage("plans to try must be at least 0, got -1");
    }

    @Test
    void aStretchWithoutCudnnBenchmarkEndsAsItBeganEvenWhenItFails() {
        GpuSettings.search(7);
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
