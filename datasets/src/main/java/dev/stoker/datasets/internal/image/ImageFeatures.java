package dev.stoker.datasets.internal.image;

import dev.stoker.core.CorruptDataException;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.Feature;
import dev.stoker.data.example.FeatureKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The features of an example that hold an image, its label and, of raw pixels, height, width and channels.
 *
 * @param labelKind integers, or bytes that are names
 * @param shape names of features or numbers, one for each side and one for the channels; empty for encoded images
 */
public record ImageFeatures(String image, String label, FeatureKind labelKind, List<String> shape) {
    /** Those of {@code stoker prepare}, and of TensorFlow's own ImageNet. */
    public static final ImageFeatures DEFAULT =
            new ImageFeatures("image/encoded", "image/class/label", FeatureKind.INT64, List.of());

    public ImageFeatures {
        shape = List.copyOf(shape);
    }

    /** Whether a side or the channels are given as a number. */
    public static boolean isNumber(String side) {
        return !side.isEmpty() && side.length() < 7 && side.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }

    public ExampleSchema schema() {
        var features = new ArrayList<>(List.of(Feature.bytes(image, 1), labelFeature()));
        shapeFeatures().forEach(name -> features.add(Feature.int64(name, 1)));
        return new ExampleSchema(features);
    }

    /** Of the label alone, which takes less time to read. */
    public ExampleSchema labelSchema() {
        return ExampleSchema.of(labelFeature());
    }

    private Feature labelFeature() {
        return labelKind == FeatureKind.BYTES ? Feature.bytes(label, 1) : Feature.int64(label, 1);
    }

    /** The sides that are features. */
    public Set<String> shapeFeatures() {
        var names = new TreeSet<>(shape);
        names.removeIf(ImageFeatures::isNumber);
        return names;
    }

    /** The label of an example, as text. */
    public String labelText(ExampleRow row, ExampleSchema schema) {
        int index = schema.index(label);
        return labelKind == FeatureKind.BYTES
                ? new String(row.bytes(index, 0).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8)
                : Long.toString(row.int64(index, 0));
    }

    /** The image of an example; raw pixels are put into a file that decoders read. */
    MemorySegment encoded(ExampleRow row, ExampleSchema schema, RawPixels pixels) {
        var bytes = row.bytes(schema.index(image), 0);
        if (shape.isEmpty()) {
            return bytes;
        }
        long[] sides = shape.stream().mapToLong(side -> side(side, row, schema)).toArray();
        if (sides[0] * sides[1] * sides[2] != bytes.byteSize()) {
            throw new CorruptDataException("feature %s holds %,d bytes, which are not %s pixels of one byte each"
                    .formatted(image, bytes.byteSize(), shown(sides)));
        }
        return pixels.file(bytes, (int) sides[0], (int) sides[1], (int) sides[2]);
    }

    private static long side(String side, ExampleRow row, ExampleSchema schema) {
        long found = isNumber(side) ? Long.parseLong(side) : row.int64(schema.index(side), 0);
        if (found < 1 || found > RawPixels.MOST) {
            throw new CorruptDataException("feature %s is %d, which is no number of pixels".formatted(side, found));
        }
        return found;
    }

    private static String shown(long[] sides) {
        return "%d×%d×%d".formatted(sides[0], sides[1], sides[2]);
    }
}
