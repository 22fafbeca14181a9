package dev.stoker.tensor.internal.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * What kernels are compiled from.
 *
 * @param resource of the tensor package, such as {@code norm.cu}
 * @param definitions such as {@code NAME=VALUE}
 */
public record KernelSource(String resource, List<String> definitions, FmaContraction rounding) {
    /** Whether the compiler may fuse a product and the sum after it into one rounding (FMA): faster, but not what Java computes. */
    public enum FmaContraction {
        FUSED,
        SEPARATE
    }

    public KernelSource {
        definitions = List.copyOf(definitions);
    }

    public KernelSource(String resource, List<String> definitions) {
        this(resource, definitions, FmaContraction.FUSED);
    }

    /** What the compiler is told, for a compute capability such as 90. */
    List<String> options(int capability) {
        var options = new ArrayList<String>();
        options.add("--gpu-architecture=sm_" + capability);
        options.add("--fmad=" + (rounding == FmaContraction.FUSED));
        definitions.forEach(definition -> options.add("-D" + definition));
        return options;
    }
}
