package dev.stoker.datasets.internal.source;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.example.FeatureKind;
import dev.stoker.data.record.RecordWriter;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.ImageFeatures;
import dev.stoker.datasets.internal.parquet.ParquetImages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the rows of Parquet files as records, a set of shards for each part, and the names of the classes. */
final class ParquetCopier {
    static final ImageFeatures FEATURES =
            new ImageFeatures("image/encoded", "image/class/text", FeatureKind.BYTES, List.of());

    private static final Bytes SHARD = new Bytes(256L << 20);

    private final Path folder;
    private final ImageSourceSettings settings;
    private final CopyProgress progress;
    private final Set<String> occurring = new LinkedHashSet<>();
    private final List<Long> rows = new ArrayList<>();
    private Optional<List<String>> names = Optional.empty();

    ParquetCopier(Path folder, ImageSourceSettings settings, CopyProgress progress) {
        this.folder = folder;
        this.settings = settings;
        this.progress = progress;
    }

    /** Returns the number of rows of each file. */
    List<Long> copy(PartFiles files) {
        new EnumMap<>(files.byPart()).forEach((part, paths) -> {
            try (var writer = RecordWriter.open(folder, part.names().getFirst(), SHARD)) {
                paths.forEach(path -> copy(path, part, writer));
            }
        });
        refuseEmpty(files);
        var classes = names.map(ClassLabels::new)
                .orElseGet(
                        () -> ClassLabels.of(folder, files.training().getFirst().toString(), occurring));
        ClassNames.write(folder.resolve(ClassNames.FILE_NAME), classes.names());
        return rows;
    }

    private void copy(Path path, Part part, RecordWriter writer) {
        try (var images = ParquetImages.open(path, settings.imageFeature(), settings.labelFeature())) {
            names = names.or(images::classes);
            var example = new ExampleWriter();
            progress.begin(path, images.rows());
            images.forEach((encoded, label) -> {
                if (part == Part.TRAINING) {
                    occurring.add(label);
                }
                writer.write(example.bytes(FEATURES.image(), encoded)
                        .bytes(FEATURES.label(), label.getBytes(StandardCharsets.UTF_8))
                        .toBytes());
                progress.row();
            });
            rows.add(images.rows());
        }
    }

    private void refuseEmpty(PartFiles files) {
        if (occurring.isEmpty()) {
            throw new StokerException(
                    "%s has no rows".formatted(files.training().getFirst()));
        }
    }
}
