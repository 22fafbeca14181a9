package dev.stoker.bench.storage;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How a link of one latency was used. Rates are medians of the rounds, in bytes of records; a baseline that is not there was
 * not measured.
 */
public record LinkFigures(
        Duration latency,
        double bytesPerSecond,
        OptionalDouble shareOfLink,
        double requestsPerSecond,
        double inFlight,
        double firstBatchSeconds,
        OptionalDouble plainBytesPerSecond,
        int plainInFlight) {

    /** Under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("latency_milliseconds", latency.toNanos() * 1e-6);
        fields.put("bytes_per_second", bytesPerSecond);
        shareOfLink.ifPresent(share -> fields.put("share_of_link", share));
        fields.put("requests_per_second", requestsPerSecond);
        fields.put("requests_in_flight", inFlight);
        fields.put("first_batch_seconds", firstBatchSeconds);
        plainBytesPerSecond.ifPresent(plain -> {
            fields.put("plain_bytes_per_second", plain);
            fields.put("plain_requests_in_flight", plainInFlight);
            fields.put("ratio_to_plain", bytesPerSecond / plain);
        });
        return fields;
    }
}
