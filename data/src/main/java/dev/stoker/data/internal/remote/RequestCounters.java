package dev.stoker.data.internal.remote;

import dev.stoker.data.storage.RequestStatistics;
import java.time.Duration;

/** What was asked for and what came, and which limit kept more from being asked for. */
final class RequestCounters {
    /** What keeps more from being asked for. */
    enum Limit {
        NOTHING,
        REQUESTS,
        MEMORY
    }

    private final Latencies latencies = new Latencies();
    private long requests;
    private long records;
    private long bytes;
    private long hedges;
    private long hedgesWon;
    private long failures;
    private int mostUnderWay;
    private long busy;
    private long limitedByRequests;
    private long limitedByMemory;
    private long lastTime;
    private int underWay;
    private Limit limit = Limit.NOTHING;

    void sent(JoinedRange joined) {
        requests++;
        records += joined.ranges().size();
    }

    void hedged() {
        hedges++;
    }

    void answered(int length, long nanos, boolean byHedge) {
        bytes += length;
        hedgesWon += byHedge ? 1 : 0;
        latencies.add(nanos);
    }

    void failed() {
        failures++;
    }

    long medianLatency() {
        return latencies.percentile(50);
    }

    /** What holds from now on; the time until now is counted for what held before. */
    void now(long nanos, int newUnderWay, Limit newLimit) {
        long elapsed = nanos - lastTime;
        busy += underWay > 0 ? elapsed : 0;
        limitedByRequests += limit == Limit.REQUESTS ? elapsed : 0;
        limitedByMemory += limit == Limit.MEMORY ? elapsed : 0;
        lastTime = nanos;
        underWay = newUnderWay;
        limit = newLimit;
        mostUnderWay = Math.max(mostUnderWay, newUnderWay);
    }

    RequestStatistics statistics(RequestWindow window) {
        return new RequestStatistics(
                requests,
                records,
                bytes,
                hedges,
                hedgesWon,
                failures,
                Duration.ofNanos(latencies.percentile(50)),
                Duration.ofNanos(latencies.percentile(95)),
                Duration.ofNanos(latencies.percentile(99)),
                window.limit(),
                mostUnderWay,
                Duration.ofNanos(busy),
                Duration.ofNanos(limitedByRequests),
                Duration.ofNanos(limitedByMemory));
    }
}
