package dev.stoker.train;

import dev.stoker.tensor.NativeMemory;
import java.util.concurrent.TimeUnit;

/**
 * Returns freed native memory to the kernel from time to time. Malloc keeps what was needed at once, and how much that is
 * depends on which threads happened to run together: without this, the resident memory of a long run rises in small steps.
 * What is needed again is taken again page by page, so it must not happen often.
 */
final class FreedMemory {
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

    private long last = System.nanoTime();

    /** To be called where a pause is least noticed. */
    void returnWhenDue() {
        if (System.nanoTime() - last >= INTERVAL) {
            NativeMemory.returnFreed();
            last = System.nanoTime();
        }
    }
}
