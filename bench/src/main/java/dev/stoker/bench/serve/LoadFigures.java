package dev.stoker.bench.serve;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of requests. Latency counts from the time at which a request was meant to be sent, so that a server that stalls cannot hide
 * those that had to wait for their turn (coordinated omission).
 */
final class LoadFigures {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long deadlineNanos;
    private long[] latencies = new long[1_024];
    private int answered;
    private int inTime;
    private int wrong;
    private int refused;
    private int notAccepted;
    private int lost;

    LoadFigures(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    synchronized void answered(long nanos, boolean right) {
        if (answered == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * answered);
        }
        latencies[answered++] = nanos;
        inTime += nanos <= deadlineNanos ? 1 : 0;
        wrong += right ? 0 : 1;
    }

    synchronized void refused() {
        refused++;
    }

    /** There was nobody to connect to: nothing was sent. */
    synchronized void notAccepted() {
        notAccepted++;
    }

    synchronized void lost() {
        lost++;
    }

    synchronized int answered() {
        return answered;
    }

    synchronized int lostRequests() {
        return lost;
    }

    synchronized double rate(double seconds) {
        return inTime / seconds;
    }

    /** Under their names in JSON. */
    synchronized Map<String, Object> fields(int sent, double seconds) {
        long[] sorted = Arrays.copyOf(latencies, answered);
        Arrays.sort(sorted);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("requests", sent);
        fields.put("answered", answered);
        fields.put("refused", refused);
        fields.put("not_accepted", notAccepted);
        fields.put("lost", lost);
        fields.put("wrong", wrong);
        fields.put("unaccounted", sent - answered - refused - notAccepted - lost);
        fields.put("answered_per_second", answered / seconds);
        fields.put("goodput_per_second", inTime / seconds);
        fields.put("p50_ms", percentile(sorted, 0.5));
        fields.put("p99_ms", percentile(sorted, 0.99));
        fields.put("p999_ms", percentile(sorted, 0.999));
        return fields;
    }

    private static double percentile(long[] sorted, double share) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))] / NANOS_PER_MILLI;
    }
}
