package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CudaLibraryTest {

    @Test
    void aMissingLibraryIsNamedWithItsRemedy() {
        assertThat(CudaLibrary.describe(List.of(CudaLibrary.CUDNN)))
                .startsWith("libcudnn.so.9 (cuDNN 9) cannot be loaded: install cuDNN 9");
        assertThat(CudaLibrary.describe(List.of(CudaLibrary.CUDNN, CudaLibrary.NCCL)))
                .contains("and 1 more");
    }

    @Test
    void withoutADriverTheReasonSaysSo() {
        assumeTrue(!CudaLibrary.DRIVER.loads(), "this machine has an NVIDIA driver");
        assertThat(LibTorch.whyNoCuda())
                .hasValueSatisfying(reason -> assertThat(reason).contains("NVIDIA driver"));
        assertThat(LibTorch.cudaDevices()).isZero();
    }
}
