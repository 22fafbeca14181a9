package dev.stoker.tensor;

import dev.stoker.core.io.NativeLibraryLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * The libtorch build that is on the class path, and how it is loaded. JavaCPP and the native libraries read their settings
 * only once, so {@link #load} comes before the first use of any of their classes.
 */
public final class LibTorch {
    private static final String GPU_BUILD = "/org/bytedeco/pytorch/linux-x86_64-gpu/libtorch_cuda.so";
    private static final boolean HAS_GPU_BUILD = LibTorch.class.getResource(GPU_BUILD) != null;

    static {
        // Scopes free everything, so the bookkeeping for the garbage collector (1.3 µs per pointer) is pure loss.
        setDefault("org.bytedeco.javacpp.noPointerGC", "true");
        NativeSettings.setEnvironment();
        if (HAS_GPU_BUILD) {
            setDefault("org.bytedeco.javacpp.platform.extension", "-gpu");
        }
        NativeLibraryLoader.load(unpackFolder(), "torch", LibTorch::loadLibraries);
        NativeSettings.defaults().setThreads();
    }

    private LibTorch() {}

    /** Loads libtorch; the first call takes about a second, and longer when its files have to be extracted. */
    public static void load() {
        // The static initializer has done it.
    }

    private static void loadLibraries() {
        if (HAS_GPU_BUILD) {
            // On a fresh extraction cache, loading anything else first makes the first move to the GPU fail.
            Loader.load(org.bytedeco.pytorch.global.torch_cuda.class);
        }
        Loader.load(torch.class);
    }

    private static Path unpackFolder() {
        try {
            return Loader.getCacheDir().toPath();
        } catch (IOException failure) {
            throw new UnsatisfiedLinkError(failure.getMessage());
        }
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
        return HAS_GPU_BUILD;
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
        return HAS_GPU_BUILD && CudaLibrary.missing().isEmpty() ? torch.cuda_device_count() : 0;
    }

    /** Why no CUDA device can be used, or nothing when one can. */
    public static Optional<String> whyNoCuda() {
        List<CudaLibrary> missing = CudaLibrary.missing();
        if (!missing.isEmpty()) {
            return Optional.of(CudaLibrary.describe(missing));
        }
        if (!HAS_GPU_BUILD) {
            return Optional.of(
                    "the GPU build of libtorch is not on the class path: start with ./stoker, which fetches it, or in"
                            + " an unpacked archive run `stoker --fetch-gpu` once");
        }
        return cudaDevices() > 0 ? Optional.empty() : Optional.of("the NVIDIA driver is installed but shows no GPU");
    }

    private static void setDefault(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}
