package dev.stoker.tensor.internal;

import static dev.stoker.tensor.internal.kernel.KernelAssertions.assertCompiles;

import dev.stoker.core.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the kernels compile, which needs no GPU. */
class LayerNormKernelTest {

    @ParameterizedTest
    @CsvSource({
        "BFLOAT16, BFLOAT16, 96",
        "FLOAT32, BFLOAT16, 768",
        "FLOAT16, FLOAT16, 1024",
        "FLOAT32, FLOAT32, 8",
        "BFLOAT16, BFLOAT16, 1000"
    })
    void nvrtcCompilesTheKernels(DataType input, DataType output, int channels) {
        assertCompiles(CudaLayerNorm.sourceWith(input, output, channels));
    }
}
