package dev.stoker.tensor;

import dev.stoker.core.io.NativeLibraryLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * The libtorch build that is on the class path. It must be settled before the first JavaCPP class is touched, since
 * JavaCPP reads its settings only once.
 */
public final class LibTorch {
    private static final String GPU_BUILD = "/org/bytedeco/pytorch/linux-x86_64-gpu/libtorch_cuda.so";
    private static final boolean HAS_GPU_BUILD = LibTorch.class.getResource(GPU_BUILD) != null;

    private static final AtomicBoolean INTER_OPERATOR_THREADS_SET = new AtomicBoolean();

    static {
        // Scopes free everything, so the bookkeeping for the garbage collector (1.3 µs per pointer) is pure loss.
        setDefault("org.bytedeco.javacpp.noPointerGC", "true");
        // OpenBLAS's threads spin for 2^26 cycles after each product and fight libtorch's own for the cores: on two
        // cores a small net trained 3 times, a perceptron 12 times as fast with them asleep at once.
        ProcessEnvironment.setDefault("OPENBLAS_THREAD_TIMEOUT", "4");
        // OpenMP's threads spin between operations: where another program wants the cores, everybody waits for a thread
        // that is not running. A short spin costs nothing on a quiet machine; on a busy one a perceptron
        // trained at 20,000 images/s with it and at 2,000 without.
        ProcessEnvironment.setDefault("GOMP_SPINCOUNT", "3000");
        // A device that takes work from 8 queues makes streams that share one wait for each other: beside a step, one
        // decoded 1,000 images a second with 8 and 18,600 with 32.
        ProcessEnvironment.setDefault("CUDA_DEVICE_MAX_CONNECTIONS", "32");
        if (HAS_GPU_BUILD) {
            setDefault("org.bytedeco.javacpp.platform.extension", "-gpu");
        }
        NativeLibraryLoader.load(Path.of(folder()), "torch", LibTorch::loadLibraries);
    }

    private LibTorch() {}

    /** Loads libtorch; the first call takes a moment, and a while longer when its files have to be unpacked. */
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

    /** Where JavaCPP unpacks native libraries; the property org.bytedeco.javacpp.cachedir moves it. */
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
                    "the GPU build of libtorch is not on the class path: start with ./stoker, which fetches it");
        }
        return cudaDevices() > 0 ? Optional.empty() : Optional.of("the NVIDIA driver is installed but shows no GPU");
    }

    /** Threads that one operator may use, and threads for operators beside each other. */
    public static void useThreads(int count) {
        torch.set_num_threads(count);
        // libtorch takes the second number only once, and before it has used such threads.
        if (!INTER_OPERATOR_THREADS_SET.getAndSet(true)) {
            try {
                torch.set_num_interop_threads(count);
            } catch (RuntimeException _) {
                // They run already: then they stay as many as they are.
            }
        }
    }

    /**
     * Whether operators must add up in the same order each time. Where libtorch has no such way for an operator, it warns on
     * standard error and goes on.
     */
    public static void useDeterministicAlgorithms(boolean wanted) {
        if (wanted) {
            // cuBLAS adds up in the same order only with a workspace of fixed size, which it reads when it starts.
            ProcessEnvironment.setDefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8");
        }
        var context = torch.globalContext();
        context.setDeterministicAlgorithms(wanted, true);
        context.setDeterministicCuDNN(wanted);
        context.setDeterministicMkldnn(wanted);
    }

    static boolean usesDeterministicAlgorithms() {
        return torch.globalContext().deterministicAlgorithms();
    }

    private static void setDefault(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}
