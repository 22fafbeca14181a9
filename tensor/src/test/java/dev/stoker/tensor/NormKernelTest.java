package dev.stoker.tensor;

import static dev.stoker.tensor.internal.kernel.KernelAssertions.assertCompiles;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.norm.CudaBatchNorm;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the kernels compile, which needs no GPU. */
class NormKernelTest {

    @ParameterizedTest
    @CsvSource({"BFLOAT16, RELU", "FLOAT16, SILU", "FLOAT32, GELU"})
    void nvrtcCompilesTheKernels(DataType type, ActivationFunction activation) {
        compile(type, activation, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 1", "3, 2, 0", "2, 2, 0", "3, 1, 1"})
    void nvrtcCompilesTheKernelsWithPooling(int kernel, int stride, int padding) {
        var pooling = Optional.of(new MaxPooling(kernel, stride, padding, false));
        compile(DataType.BFLOAT16, ActivationFunction.RELU, pooling);
        compile(DataType.FLOAT32, ActivationFunction.GELU, pooling);
    }

    private static void compile(DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {
        assertCompiles(CudaBatchNorm.source(type, activation, pooling).orElseThrow());
    }
}
