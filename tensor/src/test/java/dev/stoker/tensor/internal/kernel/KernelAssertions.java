package dev.stoker.tensor.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;

/** For tests of kernels. */
public final class KernelAssertions {
    private KernelAssertions() {}

    /** For an H200, which need not be there. */
    public static void assertCompiles(KernelSource source) {
        try {
            assertThat(KernelCompiler.compile(source, 90)).isNotEmpty();
        } catch (LinkageError missing) {
            Assumptions.abort("there is no NVRTC on this machine: " + missing.getMessage());
        }
    }
}
