package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** One dataset of the catalog and how much of it is downloaded. */
public record RegisteredDataset(
        String name,
        String title,
        int classes,
        int training,
        int test,
        Shape shape,
        Bytes size,
        String license,
        Path folder,
        State state) {

    /** How much of it is downloaded. */
    public enum State {
        DOWNLOADED("downloaded"),
        PARTIAL("partial"),
        NOT_DOWNLOADED("not downloaded");

        private final String words;

        State(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("title", title);
        fields.put("classes", classes);
        fields.put("training", training);
        fields.put("test", test);
        fields.put("shape", shape.toString());
        fields.put("bytes", size.count());
        fields.put("license", license);
        fields.put("folder", folder.toString());
        fields.put("state", state.toString());
        return fields;
    }
}
