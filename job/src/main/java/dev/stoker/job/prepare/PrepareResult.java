package dev.stoker.job.prepare;

import dev.stoker.datasets.prepare.PreparedDataset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The result of {@code prepare}; the throughput counts the images of this run only. */
public record PrepareResult(
        long records,
        int classes,
        int shards,
        long bytes,
        long cropReady,
        long sourceBytes,
        long skipped,
        long damaged,
        long duplicates,
        double seconds,
        double imagesPerSecond,
        Path destination) {

    static PrepareResult of(PreparedDataset set, double seconds) {
        return new PrepareResult(
                set.records(),
                set.classes(),
                set.shards(),
                set.bytes(),
                set.cropReady(),
                set.sourceBytes(),
                set.skipped(),
                set.damaged(),
                set.duplicates(),
                seconds,
                set.processed() / seconds,
                set.folder());
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("records", records);
        fields.put("classes", classes);
        fields.put("shards", shards);
        fields.put("bytes", bytes);
        fields.put("crop_ready", cropReady);
        fields.put("source_bytes", sourceBytes);
        fields.put("skipped", skipped);
        fields.put("damaged", damaged);
        fields.put("duplicates", duplicates);
        fields.put("seconds", seconds);
        fields.put("images_per_second", imagesPerSecond);
        fields.put("dest", destination.toString());
        return fields;
    }
}
