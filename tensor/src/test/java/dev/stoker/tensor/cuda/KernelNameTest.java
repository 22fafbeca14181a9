package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelNameTest {
    @Test
    void aNameOfCppIsDecodedWithoutItsParameters() {
        assertThat(
                        KernelName.readable(
                                "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_"))
                .isEqualTo("vectorized_elementwise_kernel<4, FillFunctor<float>, array<char*, 1ul> >");
    }

    @Test
    void aNameOfCStays() {
        assertThat(KernelName.readable("applyWithSummand")).isEqualTo("applyWithSummand");
        assertThat(KernelName.readable("sm90_xmma_fprop_implicit_gemm_bf16"))
                .isEqualTo("sm90_xmma_fprop_implicit_gemm_bf16");
    }

    @Test
    void aNameThatCannotBeDecodedStays() {
        assertThat(KernelName.readable("_Znonsense")).isEqualTo("_Znonsense");
    }

    @Test
    void anonymousNamespacesAreNoParameters() {
        assertThat(KernelName.shortened("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<Metadata<1>,"
                        + " F<float> >(Metadata<1>, F<float>)"))
                .isEqualTo("multi_tensor_apply_kernel<Metadata<1>, F<float> >");
    }

    @Test
    void aLongNameIsCut() {
        assertThat(KernelName.shortened("kernel<" + "x".repeat(500) + ">")).hasSize(200);
    }
}
