package dev.stoker.data.internal.feed;

import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;

/** What the consumer of a feed records in a trace. */
final class ConsumerTrace {
    /** The thread that takes batches. */
    static final String HOST = "host";

    private static final SpanKind WAIT = SpanKind.of("wait for input", "batch");

    private ConsumerTrace() {}

    /** A wait for a batch, which ends now; a batch that was ready is not waited for. */
    static void waited(TraceLane host, long nanos, long batch) {
        if (nanos > 0 && host.isOn()) {
            long now = System.nanoTime();
            host.record(WAIT, now - nanos, now, batch);
        }
    }
}
