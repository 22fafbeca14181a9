package dev.stoker.telemetry.trace;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many spans a trace may still hold. Lanes take room in blocks, so that threads which record do not meet at one
 * counter; a lane that has much to say gets larger ones.
 */
final class SpanBudget {
    private static final int MIN_BLOCK = 64;
    private static final int MAX_BLOCK = 4096;

    private final AtomicInteger left;

    SpanBudget(int spans) {
        left = new AtomicInteger(spans);
    }

    /** Room for some spans for a lane that has so many already; 0 where there is none. */
    int take(int already) {
        int wanted = Math.clamp(already, MIN_BLOCK, MAX_BLOCK);
        int before = left.getAndUpdate(spans -> spans - Math.min(spans, wanted));
        return Math.min(before, wanted);
    }
}
