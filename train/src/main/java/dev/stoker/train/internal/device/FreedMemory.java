package dev.stoker.train.internal.device;

import dev.stoker.tensor.NativeMemory;
import java.util.concurrent.TimeUnit;

/**
 * Returns freed memory to the kernel from time to time: otherwise the resident memory of a long run rises. Malloc keeps what was
 * needed at once, and how much that is depends on which threads happened to run together. What is needed again is taken again
 * page by page, so it must not happen often.
 */
public final class FreedMemory {
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

    private final OldGeneration heap = new OldGeneration();
    private long last = System.nanoTime();

    /** To be called where a pause is least noticed. */
    public void returnWhenDue() {
        if (System.nanoTime() - last >= INTERVAL) {
            heap.collectWhenGrown();
            NativeMemory.returnFreed();
            last = System.nanoTime();
        }
    }
}
