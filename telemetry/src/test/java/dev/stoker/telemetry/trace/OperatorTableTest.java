package dev.stoker.telemetry.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorTableTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm90_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize128x128x64 | CONVOLUTION",
                "sm80_xmma_dgrad_implicit_gemm_indexed_f16f16_f16f32_f32_nhwckrsc_nhwc_tilesize64x64x64 | CONVOLUTION",
                "cutlass__5x_cudnn::Kernel<cutlass_tensorop_bf16_s16816wgrad_optimized_bf16_128x128_64x3> |"
                        + " CONVOLUTION",
                "cudnn::cnn::wgrad2d_grouped_direct_kernel<float, float, int, float, float> | CONVOLUTION",
                "ampere_scudnn_128x64_relu_interior_nn_v1 | CONVOLUTION",
                "implicit_convolve_sgemm<float, float, 1024, 5, 5, 3, 3, 3, 1> | CONVOLUTION",
                "_5x_cudnn_ampere_winograd_nonfused_fp32 | CONVOLUTION",
                "conv_depthwise2d_forward_kernel<3, float, int> | CONVOLUTION",
                "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64 | MATRIX_PRODUCT",
                "nvjet_tst_64x8_64x16_1x1_h_bz_TNN | MATRIX_PRODUCT",
                "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_32x6_tn_align8> | MATRIX_PRODUCT",
                "cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16, float> | MATRIX_PRODUCT",
                "gemv2T_kernel_val<int, int, float, float, float, float, 128> | MATRIX_PRODUCT",
                "statistics | NORM",
                "applyWithSummand | NORM",
                "reduceTwoMasked | NORM",
                "spreadRaw | NORM",
                "batch_norm_collect_statistics_channels_last_kernel<WelfordOps> | NORM",
                "cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512, true, 1> | NORM",
                "vectorized_layer_norm_kernel<float, float> | NORM",
                "multi_tensor_apply_kernel<TensorListMetadata<3>, FusedSgdMathFunctor<float, 3>> | UPDATE",
                "multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, FusedAdamMathFunctor<float>> | UPDATE",
                "multi_tensor_apply_kernel<TensorListMetadata<1>, LpNormFunctor<float, NormType::L2>> | UPDATE",
                "max_pool_forward_nhwc<BFloat16, int> | POOLING",
                "adaptive_average_gradinput_nhwc_pool<float> | POOLING",
                "copy host to device | COPY",
                "fill | COPY",
                "unrolled_elementwise_kernel<direct_copy_kernel_cuda(TensorIteratorBase&)> | COPY",
                "bfloat16_copy_kernel_cuda | COPY",
                "CatArrayBatchedCopy<float, 2, 128> | COPY",
                "cudnn::ops::nchwToNhwcKernel<__half, __half, float> | COPY",
                "vectorized_elementwise_kernel<4, FillFunctor<float>, array<char*, 1>> | COPY",
                "vectorized_elementwise_kernel<4, CUDAFunctor_add<float>, array<char*, 3>> | ELEMENT_WISE",
                "vectorized_elementwise_kernel<8, threshold_kernel_impl<BFloat16>> | ELEMENT_WISE",
                "distribution_elementwise_grid_stride_kernel<float, 4> | ELEMENT_WISE",
                "index_elementwise_kernel<128, 4> | ELEMENT_WISE",
                "reduce_kernel<512, 1, ReduceOp<float, func_wrapper_t<float, sum_functor<float>>>> | REDUCTION",
                "cunn_SoftMaxForward<4, float, float, float, LogSoftMaxForwardEpilogue> | REDUCTION",
                "nll_loss_forward_reduce_cuda_kernel_2d<float, float, long> | REDUCTION",
                "augment | INPUT",
                "blurVertical | INPUT",
                "spaceToDepth | INPUT",
                "reducePooled | NORM",
                "layerNormForward | NORM",
                "unpool | POOLING",
                "depthwiseForward | CONVOLUTION",
                "gateProduct | ELEMENT_WISE",
                "nvjpeg::DecodeSingleHuffman::kernel | INPUT",
                "cudnn::ops::somethingNew | OTHER",
            })
    void kernelsAreGroupedByTheirNames(String kernel, OperatorGroup group) {
        assertThat(OperatorGroup.of(kernel)).isEqualTo(group);
    }

    /** Two steps, each with two convolutions of 3 ms, an update of 1 ms and a copy of 1 MB in 1 ms on another stream. */
    private static RecordedTrace withKernels() {
        var steps = new ArrayList<Span>();
        var device = new ArrayList<Span>();
        var kernels = new ArrayList<Span>();
        var copies = new ArrayList<Span>();
        for (int i = 0; i < 2; i++) {
            long at = 10_000_000L * i;
            steps.add(span("step", at, 10));
            device.add(span("step", at, 8));
            kernels.add(span("sm90_xmma_fprop_implicit_gemm", at, 3));
            kernels.add(span("sm90_xmma_wgrad_implicit_gemm", at + 3_000_000, 3));
            kernels.add(span("multi_tensor_apply_kernel<FusedSgdMathFunctor>", at + 6_000_000, 1));
            copies.add(new Span(SpanKind.of("copy host to device", "bytes"), at, at + 1_000_000, 1_000_000, 0));
        }
        return new RecordedTrace(
                List.of(
                        new RecordedTrace.Lane("steps", steps),
                        new RecordedTrace.Lane("cuda:0", device),
                        new RecordedTrace.Lane("cuda:0 stream 7", kernels),
                        new RecordedTrace.Lane("cuda:0 stream 13", copies)),
                20_000_000,
                0,
                Map.of(OperatorTable.MULTIPLY_ADDS, "1000000000"));
    }

    private static Span span(String name, long at, long milliseconds) {
        return new Span(SpanKind.of(name), at, at + 1_000_000 * milliseconds, 0, 0);
    }

    @Test
    void theTableOfARecordedTraceHasTimeShareCountAndRates() {
        Path file = folder.resolve("trace.json");
        TraceFile.write(file, withKernels());

        var table = OperatorTable.of(TraceFile.read(file));

        assertThat(table.ofKernels()).isTrue();
        assertThat(table.nanos()).isEqualTo(16_000_000);
        assertThat(table.groups())
                .extracting(OperatorTable.Operator::group)
                .containsExactly("convolution", "update", "copy");
        var convolution = table.groups().getFirst();
        assertThat(convolution.nanos()).isEqualTo(12_000_000);
        assertThat(convolution.share()).isEqualTo(0.75);
        assertThat(convolution.count()).isEqualTo(4);
        assertThat(convolution.bytesPerSecond()).isEmpty();
        assertThat(table.groups().getLast().bytesPerSecond().orElseThrow()).isCloseTo(1e9, within(1.0));
        assertThat(table.operators()).hasSize(4);
        // 6 operations for each of 1e9 multiply-adds of two steps, in 12 ms.
        assertThat(table.flops().orElseThrow()).isCloseTo(1e12, within(1e6));
    }

    @Test
    void kernelsAreBelowTheirDeviceAndDoNotCountAsSteps() {
        var trace = withKernels();

        assertThat(trace.lanes())
                .extracting(RecordedTrace.Lane::name)
                .containsExactly("steps", "cuda:0", "cuda:0 stream 7", "cuda:0 stream 13");
        assertThat(TraceSummary.of(trace).overlap()).isEmpty();
    }

    @Test
    void theFileNamesTheGroupOfEachKernel() throws Exception {
        Path file = folder.resolve("trace.json");
        TraceFile.write(file, withKernels());

        assertThat(Files.readString(file))
                .contains("\"tid\":3,\"cat\":\"convolution\"")
                .contains("\"tid\":4,\"cat\":\"copy\"");
    }

    @Test
    void theTimelineIsColoredByGroup() {
        assertThat(TraceTimeline.of(withKernels(), "run", 10).kinds().stream().map(kind -> kind.title()))
                .contains("convolution", "update", "copy")
                .doesNotContain("sm90_xmma_fprop_implicit_gemm");
    }

    @Test
    void withoutKernelsOperatorsAreThoseOfTheLanes() {
        var table = OperatorTable.of(SyntheticTrace.of(3, 5));

        assertThat(table.ofKernels()).isFalse();
        assertThat(table.groups()).isEmpty();
        assertThat(table.flops()).isEmpty();
        assertThat(table.operators())
                .extracting(each -> each.group() + ": " + each.name())
                .contains("worker: rows", "reader: read", "cuda:0: step")
                .noneMatch(name -> name.contains("wait"));
    }

    @Test
    void theFieldsHoldAsManyOperatorsAsAskedFor() {
        var fields = OperatorTable.of(withKernels()).fields(2);

        assertThat(fields).containsKeys("kernel_ms", "kernel_groups", "flops_per_second");
        assertThat((List<?>) fields.get("operators")).hasSize(2);
    }
}
