package dev.stoker.job.setup;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.LibTorchLoading;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.cuda.LibraryWarmUp;
import dev.stoker.tensor.cuda.PrimaryContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What takes native libraries and drivers a second to start, begun on threads of their own while the command line, the plan and the
 * dataset are read. Whoever needs a result waits for it and gets its failure as if nothing had begun before, so all of this may be left
 * out.
 */
public final class BackgroundStart {
    /** A process that ends meanwhile waits no longer than this. */
    private static final long LONGEST_WAIT_SECONDS = 3;

    /** What a plan and a command line call it. */
    private static final Set<String> FIRST_GPU = Set.of("auto", "cuda", "cuda:0");

    private static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean WAITS_AT_EXIT = new AtomicBoolean();

    private BackgroundStart() {}

    /** Begins to load libtorch. */
    public static void loadLibTorch() {
        begin("load-libtorch", () -> {
            LibTorchLoading.await();
            int _ = LibTorch.cudaDevices(); // starts the driver, 0.1 s
        });
    }

    /**
     * Begins what a training on this device needs where it is the only GPU of this process: the context, beside libtorch, and then the
     * libraries for convolutions. With several GPUs, or on a CPU, nothing begins.
     */
    public static void startOnlyGpu(String device) {
        if (LibTorchLoading.hasGpuBuild() && FIRST_GPU.contains(device)) {
            begin("start-gpu", () -> {
                if (PrimaryContext.createForOnlyGpu()) {
                    LibTorchLoading.await();
                    LibraryWarmUp.run(new Device.Cuda(0));
                }
            });
        }
    }

    /** Begins to create the context of a GPU, which takes half a second; there is nothing to begin on a CPU. */
    public static void open(Device device) {
        if (device instanceof Device.Cuda gpu) {
            begin("open-" + gpu, () -> GpuSettings.createContext(gpu));
        }
    }

    /** Waits until nothing runs beside this thread any more: memory that another takes while a step is captured becomes part of the graph. */
    public static void finish() {
        join(0);
    }

    /** Waits for all that was begun: before the process is replaced, which ends its threads wherever they are. */
    public static void await() {
        join(TimeUnit.SECONDS.toMillis(LONGEST_WAIT_SECONDS));
    }

    /** For each thread so long at most; 0 is without a limit. */
    private static void join(long millis) {
        try {
            for (var thread : THREADS) {
                thread.join(millis);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void begin(String name, Runnable work) {
        if (!WAITS_AT_EXIT.getAndSet(true)) {
            // Destructors of libraries must not run beside the initializers of the same ones.
            Runtime.getRuntime().addShutdownHook(new Thread(BackgroundStart::await, "await-background-start"));
        }
        var thread = new Thread(() -> attempt(work), name);
        thread.setDaemon(true);
        THREADS.add(thread);
        thread.start();
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error _) {
            // Whoever needs it gets the same failure.
        }
    }
}
