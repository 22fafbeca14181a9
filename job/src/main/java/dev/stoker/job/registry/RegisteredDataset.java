package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One dataset of the catalog and how much of it is downloaded.
 *
 * @param validation the number of images in the validation split, and 0 where there is none, as for {@code test}
 * @param shape of all images; empty where they have different sizes
 */
public record RegisteredDataset(
        String name,
        String title,
        int classes,
        int training,
        int validation,
        int test,
        Optional<Shape> shape,
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

    /** The number of images in all splits. */
    public int images() {
        return training + validation + test;
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("title", title);
        fields.put("classes", classes);
        fields.put("training", training);
        fields.put("validation", validation);
        fields.put("test", test);
        shape.ifPresent(sides -> fields.put("shape", sides.toString()));
        fields.put("bytes", size.count());
        fields.put("license", license);
        fields.put("folder", folder.toString());
        fields.put("state", state.toString());
        return fields;
    }
}
