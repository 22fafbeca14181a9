package dev.stoker.datasets.internal.source;

import dev.stoker.core.ProgressReporter;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parquet files of images. Their pages are compressed, so that no image can be read alone: they are copied into records once,
 * and read from there.
 */
final class ParquetSource {
    private ParquetSource() {}

    static boolean accepts(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".parquet");
    }

    static ImageParts open(Path origin, PartFiles files, ImageSourceSettings settings) {
        var copy = ParquetCopy.of(origin, files, settings, ProgressReporter.silent());
        var own = files.folder().resolve(ClassNames.FILE_NAME);
        var classes = ClassLabels.read(Files.exists(own) ? own : copy.folder().resolve(ClassNames.FILE_NAME));
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        RecordSource.readers(copy.records(), ParquetCopier.FEATURES, classes)
                .forEach((part, reader) -> readers.put(
                        part, new CopiedImages(reader, copy.originals().getOrDefault(part, List.of()))));
        return new ImageParts(
                origin.toString(),
                files.folder(),
                classes.names(),
                readers,
                Optional.of(own).filter(Files::exists).map(List::of).orElse(List.of()));
    }
}
