package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.tensor.cuda.GpuSettings;
import org.bytedeco.openblas.presets.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NativeSettingsTest {
    @AfterEach
    void restore() {
        NativeSettings.defaults().withCudnnBenchmarkLimit(0).apply();
    }

    @Test
    void loadingLimitsThreadsBeforeAnythingIsComputed() {
        LibTorch.load();
        assertThat(torch.get_num_threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        // JavaCPP returns what was set through it, and -1 where the user's variable decides.
        int expected = System.getenv("OPENBLAS_NUM_THREADS") == null ? 1 : -1;
        assertThat(openblas_nolapack.blas_get_num_threads()).isEqualTo(expected);
    }

    @Test
    void mallocKeepsFreedMemoryUnlessTheUserDecides() {
        boolean decided =
                System.getenv("MALLOC_TRIM_THRESHOLD_") != null || System.getenv("MALLOC_MMAP_THRESHOLD_") != null;
        assertThat(NativeSettings.keepFreedMemory()).isEqualTo(!decided);
    }

    @Test
    void allSettingsHoldForTheProcessOnceApplied() {
        new NativeSettings(1, false, 3, true).apply();
        assertThat(torch.get_num_threads()).isEqualTo(1);
        assertThat(torch.globalContext().deterministicAlgorithms()).isFalse();
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isEqualTo(3);
        assertThat(torch.globalContext().allowTF32CuBLAS()).isTrue();
    }

    @Test
    void deterministicAlgorithmsDisableCudnnBenchmark() {
        NativeSettings.defaults().withDeterministicAlgorithms().apply();
        assertThat(torch.globalContext().deterministicAlgorithms()).isTrue();
        assertThat(GpuSettings.cudnnBenchmarkLimit()).isZero();
    }

    @Test
    void valuesBelowTheMinimumAreRefused() {
        assertThatThrownBy(() -> new NativeSettings(0, false, 0, false))
                .hasMessage("threads must be at least 1, got 0");
        assertThatThrownBy(() -> NativeSettings.defaults().withCudnnBenchmarkLimit(-1))
                .hasMessage("cuDNN benchmark limit must be at least 0, got -1");
    }
}
