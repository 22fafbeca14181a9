package dev.stoker.onnx.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Calls on a thread with a large stack. ONNX Runtime 1.29 looks through the command line of the process with a recursive regular
 * expression when it starts: the class path of a JVM, some kilobytes, overflows the stack of the main thread, and the process ends without
 * a word.
 */
final class DeepStack {
    /** Of address space; memory is used for the part that is reached. */
    private static final long BYTES = 1L << 30;

    private DeepStack() {}

    static <T> T call(Supplier<T> task) {
        var result = new CompletableFuture<T>();
        var thread = new Thread(
                null,
                () -> {
                    try {
                        result.complete(task.get());
                    } catch (RuntimeException | Error failure) {
                        result.completeExceptionally(failure);
                    }
                },
                "onnx-runtime",
                BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return result.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException known ? known : failure;
        }
    }
}
