package dev.stoker.bench;

import dev.stoker.data.StageStatistics;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was read of a set, and how much of it came from the near cache; the rest was fetched from where the set is. */
public record NearShare(long hits, long nearBytes, long bytes) {

    static NearShare of(Collection<StageStatistics> stages) {
        long hits = 0;
        long near = 0;
        long all = 0;
        for (var stage : stages) {
            if (stage.kind() == StageStatistics.Kind.NEAR) {
                hits += stage.elements();
                near += stage.bytes();
            } else if (stage.kind() == StageStatistics.Kind.WORKERS) {
                all += stage.bytes();
            }
        }
        return new NearShare(hits, near, all);
    }

    public long fetchedBytes() {
        return bytes - nearBytes;
    }

    /** Of the bytes that were read. */
    public double fetchedShare() {
        return bytes == 0 ? 0 : fetchedBytes() / (double) bytes;
    }

    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("near_hits", hits);
        fields.put("near_bytes", nearBytes);
        fields.put("fetched_bytes", fetchedBytes());
        return fields;
    }
}
