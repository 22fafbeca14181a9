package dev.stoker.tensor.internal.kernel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Kernels that are compiled on threads of their own before they are asked for. Whoever asks for one that no thread has begun yet
 * compiles it itself, and waits for one that is being compiled.
 */
final class KernelsAhead {
    private static final long IDLE_SECONDS = 1;

    /** Longer than any kernel takes to compile. */
    private static final long LONGEST_WAIT_SECONDS = 10;

    private final CompiledKernels compiled;
    private final Map<List<String>, FutureTask<byte[]>> begun = new ConcurrentHashMap<>();
    private final ExecutorService threads = threads();

    KernelsAhead(CompiledKernels compiled) {
        this.compiled = compiled;
        // A process that ends while a compiler runs would destroy what that uses.
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-compiling-kernels"));
    }

    private static ExecutorService threads() {
        int most = Runtime.getRuntime().availableProcessors();
        var pool = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), KernelsAhead::thread);
        pool.allowCoreThreadTimeOut(true);
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // the process ends
        return pool;
    }

    private static Thread thread(Runnable work) {
        var thread = new Thread(work, "compile-kernels");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to compile what these texts say, unless that has begun before. */
    void begin(List<String> origin, Supplier<byte[]> compiler) {
        begun.computeIfAbsent(origin, _ -> {
            var task = new FutureTask<>(() -> compiled.get(origin, compiler));
            threads.execute(task);
            return task;
        });
    }

    /** What the compiler makes of these texts, which is handed out once: it is asked for again by another GPU only. */
    byte[] get(List<String> origin, Supplier<byte[]> compiler) {
        var task = begun.remove(origin);
        if (task == null) {
            return compiled.get(origin, compiler);
        }
        task.run(); // nothing happens where a thread has begun it
        try {
            return task.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException _) {
            // The same failure again, on this thread.
        }
        return compiled.get(origin, compiler);
    }

    private void stop() {
        threads.shutdownNow();
        try {
            boolean _ = threads.awaitTermination(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
