package dev.stoker.tensor.internal;

import static dev.stoker.tensor.internal.kernel.KernelAssertions.assertCompiles;

import dev.stoker.core.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the kernels compile, which needs no GPU. */
class GateKernelTest {

    @ParameterizedTest
    @CsvSource({"BFLOAT16, 16", "FLOAT16, 4", "FLOAT32, 1"})
    void nvrtcCompilesTheKernels(DataType type, int lanes) {
        assertCompiles(CudaGate.sourceWith(type, lanes));
    }
}
