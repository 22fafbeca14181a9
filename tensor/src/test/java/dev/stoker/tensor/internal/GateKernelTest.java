package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the kernels compile, which needs no GPU. */
class GateKernelTest {

    @ParameterizedTest
    @CsvSource({"BFLOAT16, 16", "FLOAT16, 4", "FLOAT32, 1"})
    void nvrtcCompilesTheKernels(DataType type, int lanes) {
        try (var _ = new PointerScope()) {
            var binary = CudaModule.binary(
                    "gate.cu", 90, CudaGate.definitions(type, lanes), CudaModule.FmaContraction.FUSED);
            assertThat(binary.capacity()).isPositive();
        } catch (LinkageError missing) {
            Assumptions.abort("there is no NVRTC on this machine: " + missing.getMessage());
        }
    }
}
