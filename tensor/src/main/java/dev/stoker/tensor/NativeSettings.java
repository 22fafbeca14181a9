package dev.stoker.tensor;

import dev.stoker.core.Bytes;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.presets.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/**
 * The settings that libtorch, OpenMP, OpenBLAS, cuBLAS and cuDNN keep for the whole process. {@link LibTorch} sets the
 * environment and the default number of threads when it loads the libraries, so that every command computes with the
 * same; a command with settings of its own calls {@link #apply} before it computes.
 *
 * @param threads CPU threads of one operator of libtorch (OpenMP); OpenBLAS has one, unless OPENBLAS_NUM_THREADS is set
 * @param interOperatorThreads CPU threads for operators beside each other; libtorch takes the first number of a process
 * @param deterministic whether operators must sum in the same order each time; where libtorch has no deterministic
 *     algorithm for an operator, it warns on standard error and continues
 * @param cudnnBenchmarkLimit how many algorithms cuDNN tries for each convolution, to keep the fastest; 0 for none
 * @param tf32 whether a GPU may round the factors of float32 products to TF32, for its tensor cores
 */
public record NativeSettings(
        int threads, int interOperatorThreads, boolean deterministic, int cudnnBenchmarkLimit, boolean tf32) {
    private static final String OPENBLAS_THREADS = "OPENBLAS_NUM_THREADS";
    private static final AtomicBoolean INTER_OPERATOR_THREADS_SET = new AtomicBoolean();

    public NativeSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (interOperatorThreads < 1) {
            throw new IllegalArgumentException(
                    "inter-operator threads must be at least 1, got " + interOperatorThreads);
        }
        if (cudnnBenchmarkLimit < 0) {
            throw new IllegalArgumentException("cuDNN benchmark limit must be at least 0, got " + cudnnBenchmarkLimit);
        }
    }

    /** With as many threads for operators beside each other as for one of them. */
    public NativeSettings(int threads, boolean deterministic, int cudnnBenchmarkLimit, boolean tf32) {
        this(threads, threads, deterministic, cudnnBenchmarkLimit, tf32);
    }

    /** One thread for each core that falls to this process, the fastest algorithms, float32 products in full precision. */
    public static NativeSettings defaults() {
        return new NativeSettings(CoreShare.threads(), false, GpuSettings.DEFAULT_CUDNN_BENCHMARK_LIMIT, false);
    }

    /** Sums in the same order each time, and cuDNN's own choice of algorithms, which is the same each time as well. */
    public NativeSettings withDeterministicAlgorithms() {
        return new NativeSettings(threads, interOperatorThreads, true, 0, tf32);
    }

    public NativeSettings withCudnnBenchmarkLimit(int limit) {
        return new NativeSettings(threads, interOperatorThreads, deterministic, limit, tf32);
    }

    public NativeSettings withTf32(boolean allowed) {
        return new NativeSettings(threads, interOperatorThreads, deterministic, cudnnBenchmarkLimit, allowed);
    }

    /**
     * What native libraries and the driver read from the environment when they are loaded; a variable that the user has set stays. The
     * first call sets it, and others wait for that: to add a variable moves those that another thread reads.
     */
    public static void setEnvironment() {
        Environment.set();
    }

    private static final class Environment {
        static {
            setVariables();
        }

        static void set() {
            // The static initializer has done it.
        }
    }

    private static void setVariables() {
        // OpenBLAS has threads of its own, which compete with libtorch's for the cores: on two busy cores a small net
        // trained 2 times and a perceptron 8 times as fast with one, at half of the CPU time or less per image.
        ProcessEnvironment.setDefault(OPENBLAS_THREADS, "1");
        // Where the user wants more, they spin for 2^26 cycles after each product: on two cores a small net trained 3
        // times, a perceptron 12 times as fast when they sleep at once.
        ProcessEnvironment.setDefault("OPENBLAS_THREAD_TIMEOUT", "4");
        // OpenMP's threads spin between operations: where another program needs the cores, all threads wait for one
        // that is not running. A short spin costs nothing on an idle machine; on a busy one a perceptron trained at
        // 20,000 images/s with it and at 2,000 without.
        ProcessEnvironment.setDefault("GOMP_SPINCOUNT", "3000");
        // With 8 hardware queues, streams that share a queue wait for each other: during training steps, nvJPEG
        // decoded 1,000 images a second with 8 and 18,600 with 32.
        ProcessEnvironment.setDefault("CUDA_DEVICE_MAX_CONNECTIONS", "32");
        // malloc returns large blocks to the kernel at once, and a step takes the same ones again, page by page: with
        // this the system time of training a small model on the CPU was half as long.
        boolean _ = keepFreedMemory();
    }

    /** Whether malloc has accepted it. */
    static boolean keepFreedMemory() {
        return ProcessEnvironment.keepFreedMemory(new Bytes(32 << 20), new Bytes(256 << 20));
    }

    /** Makes these the settings of the process. */
    public void apply() {
        LibTorch.load();
        setThreads();
        setInterOperatorThreads();
        setDeterministicAlgorithms();
        GpuSettings.cudnnBenchmark(cudnnBenchmarkLimit);
        GpuSettings.allowTf32(tf32);
    }

    /** For operators on the CPU. */
    void setThreads() {
        torch.set_num_threads(threads);
        if (System.getenv(OPENBLAS_THREADS) == null) {
            // Where OpenCV came first, OpenBLAS was loaded without the variable.
            try (var _ = new PointerScope()) {
                openblas_nolapack.blas_set_num_threads(1);
            }
        }
    }

    private void setInterOperatorThreads() {
        // libtorch takes this number only once, and before it has used such threads.
        if (!INTER_OPERATOR_THREADS_SET.getAndSet(true)) {
            try {
                torch.set_num_interop_threads(interOperatorThreads);
            } catch (RuntimeException _) {
                // They are running already, and stay as many as there are.
            }
        }
    }

    private void setDeterministicAlgorithms() {
        if (deterministic) {
            // cuBLAS sums in the same order only with a workspace of fixed size, which it reads when it starts.
            ProcessEnvironment.setDefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8");
        }
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            context.setDeterministicAlgorithms(deterministic, true);
            context.setDeterministicCuDNN(deterministic);
            context.setDeterministicMkldnn(deterministic);
        }
    }
}
