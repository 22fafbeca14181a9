package dev.stoker.telemetry.trace;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The remaining capacity of a trace. Lanes reserve capacity in blocks, so that recording threads do not contend for one
 * counter; a lane with many spans gets larger blocks.
 */
final class SpanBudget {
    private static final int MIN_BLOCK = 64;
    private static final int MAX_BLOCK = 4096;

    private final AtomicInteger left;

    SpanBudget(int spans) {
        left = new AtomicInteger(spans);
    }

    /** Reserves capacity for a lane that has so many spans already; 0 where there is none. */
    int take(int already) {
        int wanted = Math.clamp(already, MIN_BLOCK, MAX_BLOCK);
        int before = left.getAndUpdate(spans -> spans - Math.min(spans, wanted));
        return Math.min(before, wanted);
    }
}
