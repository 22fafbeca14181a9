package dev.stoker.datasets.internal.source;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.record.RecordShards;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import dev.stoker.datasets.internal.image.ImageFeatures;
import dev.stoker.datasets.internal.image.ImageShardReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** TFRecord files of tf.train.Examples whose features may have any name. */
final class RecordSource {
    private static final Pattern NAME = Pattern.compile(
            "(?i).*\\.(tfrecords?|tfrec)(-\\d+-of-\\d+)?|(train|val|valid|validation|test)-\\d+-of-\\d+");

    private RecordSource() {}

    static boolean accepts(String name) {
        return NAME.matcher(name).matches();
    }

    static ImageParts open(Path origin, PartFiles files, ImageSourceSettings settings) {
        var shards = shards(files);
        var training = Objects.requireNonNull(shards.get(Part.TRAINING));
        var features = FeatureSearch.in(training, settings);
        Path names = files.folder().resolve(ClassNames.FILE_NAME);
        var labels = Files.exists(names) ? List.<String>of() : labels(training, features);
        var classes = ClassLabels.of(files.folder(), origin.toString(), new LinkedHashSet<>(labels));
        int[] known = labels.stream()
                .mapToInt(label -> classes.label(label).orElseThrow())
                .toArray();
        var readers = readers(shards, features, classes, known);
        return new ImageParts(
                origin.toString(),
                files.folder(),
                classes.names(),
                readers,
                Files.exists(names) ? List.of(names) : List.of());
    }

    /** The images of records whose classes are known already. */
    static Map<Part, EncodedImageReader> readers(PartFiles files, ImageFeatures features, ClassLabels classes) {
        return readers(shards(files), features, classes, new int[0]);
    }

    private static Map<Part, EncodedImageReader> readers(
            Map<Part, RecordShards> shards, ImageFeatures features, ClassLabels classes, int[] known) {
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        shards.forEach((part, records) -> readers.put(
                part,
                new ImageShardReader(
                        records,
                        features,
                        classes.names().size(),
                        classes::label,
                        part == Part.TRAINING ? known : new int[0])));
        return readers;
    }

    private static Map<Part, RecordShards> shards(PartFiles files) {
        var shards = new EnumMap<Part, RecordShards>(Part.class);
        files.byPart().forEach((part, paths) -> shards.put(part, records(paths)));
        return shards;
    }

    private static RecordShards records(List<Path> paths) {
        var shards = RecordShards.of(paths);
        if (shards.count() == 0) {
            throw new StokerException("%s holds no records%s"
                    .formatted(paths.getFirst(), paths.size() == 1 ? "" : ", nor do the files beside it"));
        }
        return shards;
    }

    /** The labels of all records, each of which is read once for that. */
    private static List<String> labels(RecordShards shards, ImageFeatures features) {
        var schema = features.labelSchema();
        var row = new ExampleRow(schema);
        var examples = new ExampleReader();
        var labels = new ArrayList<String>();
        var texts = new HashMap<String, String>(); // one object for each class
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                readLabel(record, shards, examples, reader.read(record), row);
                labels.add(texts.computeIfAbsent(features.labelText(row, schema), text -> text));
            }
        }
        return labels;
    }

    private static void readLabel(
            long record, RecordShards shards, ExampleReader examples, MemorySegment payload, ExampleRow row) {
        try {
            examples.read(payload, row);
        } catch (StokerException wrong) {
            throw new StokerException("%s: %s".formatted(shards.place(record), wrong.getMessage()), wrong);
        }
    }
}
