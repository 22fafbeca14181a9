package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceMemoryTest {
    @Test
    void anAllocationThatNoMachineCanMakeIsRecognized() {
        try (var _ = TensorScope.open("test")) {
            var failure = catchThrowable(() -> Tensor.zeros(DataType.FLOAT32, Device.CPU, 1L << 53));
            assertThat(failure).isNotNull();
            assertThat(DeviceMemory.isOutOfMemory(failure))
                    .as(failure.getMessage())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 139.80 GiB",
                "CUDA error: out of memory",
                "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
                "cuDNN error: CUDNN_STATUS_ALLOC_FAILED"
            })
    void outOfMemoryErrorsOfCudaLibrariesAreRecognized(String text) {
        assertThat(DeviceMemory.isOutOfMemory(new RuntimeException(text))).isTrue();
    }

    @Test
    void otherFailuresAreNot() {
        try (var _ = TensorScope.open("test")) {
            var one = Tensor.zeros(DataType.FLOAT32, Device.CPU, 2, 3);
            var failure = catchThrowable(() -> one.matrixTimes(one));
            assertThat(failure).isInstanceOf(RuntimeException.class);
            assertThat(DeviceMemory.isOutOfMemory(failure)).isFalse();
        }
        assertThat(DeviceMemory.isOutOfMemory(new RuntimeException())).isFalse();
    }
}
