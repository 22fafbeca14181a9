package dev.stoker.telemetry.trace;

import java.util.List;
import java.util.regex.Pattern;

/** What a GPU kernel computes, by its name: those of cuDNN, cuBLAS, CUTLASS, libtorch and Stoker's own. */
public enum OperatorGroup {
    COPY(
            "copy",
            "^copy\\b|^fill\\b|memcpy|memset|copy_kernel|catarray|nchwtonhwc|nhwctonchw|addpadding|tensortransform"
                    + "|transpose|fillfunctor"),
    INPUT(
            "decode and augment",
            "^(augment|transform|sumchannels|blur\\w+|normalize|spacetodepth)$|jpeg|huffman|idct|ycbcr|yuvto"),
    UPDATE("update", "multi_tensor_apply|foreach|fused_?(sgd|adam|adagrad)|adamw?_|lamb|lars|newton"),
    NORM(
            "norm",
            "^(statistics|apply|applywithsummand|spread|spreadraw|reduce(two)?(masked)?|(apply|reduce|spread)pooled)$"
                    + "|(batch|layer|group|instance)_?norm|\\bbn_[fb]w|rms_?norm"),
    POOLING("pooling", "pool"),
    CONVOLUTION(
            "convolution",
            "conv|fprop|dgrad|wgrad|winograd|implicit_gemm|[sh]cudnn|flattened_?gemm|im2col|col2im|depthwise"),
    MATRIX_PRODUCT("matrix product", "gemm|gemv|nvjet|cublas|splitk|cutlass|matmul|xmma|dot_kernel"),
    REDUCTION("reduction", "reduce|softmax|nll_loss|cross_entropy|topk|sort|scan"),
    ELEMENT_WISE(
            "element-wise", "^gate|elementwise|pointwise|distribution|dropout|index|gather|scatter|functor|threshold"),
    OTHER("other", "");

    private static final List<OperatorGroup> ALL = List.of(values());

    private final String title;
    private final Pattern names;

    OperatorGroup(String title, String names) {
        this.title = title;
        this.names = Pattern.compile(names, Pattern.CASE_INSENSITIVE);
    }

    public String title() {
        return title;
    }

    /** The first that the name fits: a copy between types is an element-wise kernel, too. */
    public static OperatorGroup of(String kernel) {
        return ALL.stream()
                .filter(group -> group.names.matcher(kernel).find())
                .findFirst()
                .orElse(OTHER);
    }
}
