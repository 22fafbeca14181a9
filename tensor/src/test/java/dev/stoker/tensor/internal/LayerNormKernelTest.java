package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Assumptions;
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
        try (var _ = new PointerScope()) {
            var binary = CudaModule.binary(
                    "layernorm.cu",
                    90,
                    CudaLayerNorm.definitions(input, output, channels),
                    CudaModule.FmaContraction.FUSED);
            assertThat(binary.capacity()).isPositive();
        } catch (LinkageError missing) {
            Assumptions.abort("there is no NVRTC on this machine: " + missing.getMessage());
        }
    }
}
