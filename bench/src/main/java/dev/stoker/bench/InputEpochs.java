package dev.stoker.bench;

import dev.stoker.data.BatchFeed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Epochs that were read one after another. Nothing of an epoch is read before the last one ended, so bytes are exact. */
public record InputEpochs(String source, List<Epoch> epochs, List<String> warnings) {
    public InputEpochs {
        epochs = List.copyOf(epochs);
        warnings = List.copyOf(warnings);
    }

    /** One epoch. */
    public record Epoch(long images, double seconds, NearShare near) {
        public double imagesPerSecond() {
            return images / seconds;
        }
    }

    /** The rest of an epoch. */
    static Epoch drained(BatchFeed feed, BatchSink sink) {
        long start = System.nanoTime();
        long images = 0;
        while (feed.hasNext()) {
            var batch = feed.next();
            images += batch.size();
            sink.take(batch);
        }
        sink.finish();
        return new Epoch(images, (System.nanoTime() - start) * 1e-9, NearShare.of(feed.statistics()));
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("source", source);
        fields.put("epochs", epochs.stream().map(InputEpochs::fields).toList());
        fields.put("warnings", warnings);
        return fields;
    }

    private static Map<String, Object> fields(Epoch epoch) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("images", epoch.images);
        fields.put("seconds", epoch.seconds);
        fields.put("images_per_second", epoch.imagesPerSecond());
        fields.putAll(epoch.near.fields());
        return fields;
    }
}
