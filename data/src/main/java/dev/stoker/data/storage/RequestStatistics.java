package dev.stoker.data.storage;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was asked of a storage so far, and how it answered. Latencies are times from asking to the last byte of the answer, of the
 * latest requests.
 *
 * @param requests without those that were asked once more
 * @param records that these requests were for; neighbors share one
 * @param bytes of answers that were used
 * @param hedges requests that were asked once more since their answer was late
 * @param hedgesWon where the second answer came first
 * @param failures requests that failed after all repetitions
 * @param limit requests that may be under way at once
 * @param mostUnderWay requests that were under way at once
 * @param busy time with requests under way
 * @param limitedByRequests time in which more would have been asked for but for {@code limit}
 * @param limitedByMemory time in which more would have been asked for but for memory
 */
public record RequestStatistics(
        long requests,
        long records,
        long bytes,
        long hedges,
        long hedgesWon,
        long failures,
        Duration latencyMedian,
        Duration latency95,
        Duration latency99,
        int limit,
        int mostUnderWay,
        Duration busy,
        Duration limitedByRequests,
        Duration limitedByMemory) {
    /** Of data that is not remote. */
    public static final RequestStatistics NONE = new RequestStatistics(
            0,
            0,
            0,
            0,
            0,
            0,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            0,
            0,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO);

    /** Bytes per second while requests were under way. */
    public double bandwidth() {
        return busy.isZero() ? 0 : bytes * 1e9 / busy.toNanos();
    }

    /** What came after an earlier time. */
    public RequestStatistics since(RequestStatistics before) {
        return new RequestStatistics(
                requests - before.requests,
                records - before.records,
                bytes - before.bytes,
                hedges - before.hedges,
                hedgesWon - before.hedgesWon,
                failures - before.failures,
                latencyMedian,
                latency95,
                latency99,
                limit,
                mostUnderWay,
                busy.minus(before.busy),
                limitedByRequests.minus(before.limitedByRequests),
                limitedByMemory.minus(before.limitedByMemory));
    }

    /** Of two storages that are read in turn; latencies are those of the slower one. */
    public RequestStatistics plus(RequestStatistics other) {
        return new RequestStatistics(
                requests + other.requests,
                records + other.records,
                bytes + other.bytes,
                hedges + other.hedges,
                hedgesWon + other.hedgesWon,
                failures + other.failures,
                longer(latencyMedian, other.latencyMedian),
                longer(latency95, other.latency95),
                longer(latency99, other.latency99),
                limit + other.limit,
                mostUnderWay + other.mostUnderWay,
                busy.plus(other.busy),
                limitedByRequests.plus(other.limitedByRequests),
                limitedByMemory.plus(other.limitedByMemory));
    }

    /** The values under their names in JSON and metrics. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("requests", requests);
        fields.put("records", records);
        fields.put("bytes", bytes);
        fields.put("bytes_per_second", bandwidth());
        fields.put("latency_median_seconds", seconds(latencyMedian));
        fields.put("latency_p95_seconds", seconds(latency95));
        fields.put("latency_p99_seconds", seconds(latency99));
        fields.put("request_limit", limit);
        fields.put("most_under_way", mostUnderWay);
        fields.put("hedges", hedges);
        fields.put("hedges_won", hedgesWon);
        fields.put("failures", failures);
        fields.put("busy_seconds", seconds(busy));
        fields.put("limited_by_requests_seconds", seconds(limitedByRequests));
        fields.put("limited_by_memory_seconds", seconds(limitedByMemory));
        return fields;
    }

    private static double seconds(Duration time) {
        return time.toNanos() * 1e-9;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
