package dev.stoker.serve.internal.web;

import dev.stoker.serve.internal.batch.RefusedException;
import java.util.concurrent.Semaphore;

/** The memory of all requests together: many that are large, at the same time, must not exhaust the heap. */
final class UploadBudget {
    private static final int KIBIBYTE = 1_024;

    /** Of the heap: bodies are held once, and what is parsed of them once or twice more. */
    private static final int SHARE = 4;

    private final Semaphore free;

    UploadBudget(long largestBody) {
        long kibibytes = Math.max(Runtime.getRuntime().maxMemory() / SHARE, largestBody) / KIBIBYTE;
        free = new Semaphore((int) Math.min(Integer.MAX_VALUE, kibibytes + 1));
    }

    /** Memory that was taken, until it is closed. */
    final class Share implements AutoCloseable {
        private int taken;

        void grow(long bytes) {
            int kibibytes = (int) (bytes / KIBIBYTE) + 1;
            if (kibibytes > taken) {
                if (!free.tryAcquire(kibibytes - taken)) {
                    throw RefusedException.tooMany(
                            "other requests use the memory that this one needs: try again later");
                }
                taken = kibibytes;
            }
        }

        @Override
        public void close() {
            free.release(taken);
        }
    }

    Share open() {
        return new Share();
    }
}
