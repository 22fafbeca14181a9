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
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
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
        var shards = new EnumMap<Part, RecordShards>(Part.class);
        files.byPart().forEach((part, paths) -> shards.put(part, records(paths)));
        var training = records(files.training());
        var features = FeatureSearch.in(training, settings);
        Path names = files.folder().resolve(ClassNames.FILE_NAME);
        var classes = Files.exists(names)
                ? ClassLabels.read(names)
                : ClassLabels.of(files.folder(), origin.toString(), labels(training, features));
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        shards.forEach((part, records) -> readers.put(
                part, new ImageShardReader(records, features, classes.names().size(), classes::label)));
        return new ImageParts(
                origin, files.folder(), classes.names(), readers, Files.exists(names) ? List.of(names) : List.of());
    }

    private static RecordShards records(List<Path> paths) {
        var shards = RecordShards.of(paths);
        if (shards.count() == 0) {
            throw new StokerException("%s holds no records%s"
                    .formatted(paths.getFirst(), paths.size() == 1 ? "" : ", nor do the files beside it"));
        }
        return shards;
    }

    /** All labels that occur; every record is read once for that. */
    private static Collection<String> labels(RecordShards shards, ImageFeatures features) {
        var schema = features.labelSchema();
        var row = new ExampleRow(schema);
        var examples = new ExampleReader();
        var labels = new LinkedHashSet<String>();
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                readLabel(record, shards, examples, reader.read(record), row);
                labels.add(features.labelText(row, schema));
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
