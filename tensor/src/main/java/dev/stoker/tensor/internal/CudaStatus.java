package dev.stoker.tensor.internal;

import static org.bytedeco.cuda.global.cudart.cudaGetErrorString;

import dev.stoker.core.StokerException;

/** Status codes of the CUDA runtime. */
public final class CudaStatus {
    private CudaStatus() {}

    public static void check(int status, String what) {
        if (status != 0) {
            throw new StokerException("%s failed: %s".formatted(what, text(status)));
        }
    }

    public static String text(int status) {
        return "%s (CUDA error %d)".formatted(cudaGetErrorString(status).getString(), status);
    }
}
