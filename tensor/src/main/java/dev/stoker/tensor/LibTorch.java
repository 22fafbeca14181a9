package dev.stoker.tensor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * The libtorch build that is on the class path, and how it is loaded. JavaCPP and the native libraries read their settings
 * only once, so {@link #load} comes before the first use of any of their classes.
 */
public final class LibTorch {
    static {
        LibTorchLoading.await();
        NativeSettings.defaults().setThreads();
    }

    private LibTorch() {}

    /** Loads libtorch; the first call takes about a second, and longer when its files have to be extracted. */
    public static void load() {
        // The static initializer has done it.
    }

    /** Versions of libtorch and of the JavaCPP presets around it. */
    public static String torchVersion() {
        try {
            return Loader.getVersion("org.bytedeco", "pytorch");
        } catch (IOException _) {
            return "unknown";
        }
    }

    public static boolean hasGpuBuild() {
        return LibTorchLoading.hasGpuBuild();
    }

    /** Where JavaCPP extracts native libraries; the property org.bytedeco.javacpp.cachedir moves it. */
    public static String folder() {
        try {
            return Loader.getCacheDir().getPath();
        } catch (IOException failure) {
            return "none (" + failure.getMessage() + ")";
        }
    }

    public static int cudaDevices() {
        return LibTorchLoading.hasGpuBuild() && CudaLibrary.missing().isEmpty() ? torch.cuda_device_count() : 0;
    }

    /** Why no CUDA device can be used, or nothing when one can. */
    public static Optional<String> whyNoCuda() {
        List<CudaLibrary> missing = CudaLibrary.missing();
        if (!missing.isEmpty()) {
            return Optional.of(CudaLibrary.describe(missing));
        }
        if (!LibTorchLoading.hasGpuBuild()) {
            return Optional.of(
                    "the GPU build of libtorch is not on the class path: start with ./stoker, which fetches it, or in"
                            + " an unpacked archive run `stoker --fetch-gpu` once");
        }
        return cudaDevices() > 0 ? Optional.empty() : Optional.of("the NVIDIA driver is installed but shows no GPU");
    }
}
