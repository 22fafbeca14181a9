package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class LibraryWarmUpGpuTest {
    private static final Device.Cuda DEVICE = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    @Test
    void nothingOfItIsLeftBehind() {
        LibraryWarmUp.run(DEVICE);
        long before = Pointer.totalCount();
        LibraryWarmUp.run(DEVICE);
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void itRunsBesideAnotherThreadThatOpensTheDevice() throws Exception {
        var beside = new FutureTask<Void>(() -> LibraryWarmUp.run(DEVICE), null);
        new Thread(beside).start();
        LibraryWarmUp.run(DEVICE);
        assertThat(beside.get(30, TimeUnit.SECONDS)).isNull();
    }
}
