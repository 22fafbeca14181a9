package dev.stoker.bench.fuzz;

import dev.stoker.core.Bytes;
import java.time.Duration;

/**
 * What one input may take.
 *
 * @param time processor time of its process, which does not depend on what else the machine does
 * @param heap the heap of its process
 * @param resident the resident memory of its process
 */
public record FuzzLimits(Duration time, Bytes heap, Bytes resident) {
    /** Ten thousand times what an input takes, and a few times what a worker has after warm-up. */
    public static final FuzzLimits DEFAULT =
            new FuzzLimits(Duration.ofSeconds(10), new Bytes(256L << 20), new Bytes(1200L << 20));

    /** An input that waits takes no processor time. */
    Duration wallTime() {
        return time.multipliedBy(12);
    }
}
