package dev.stoker.datasets.internal.source;

import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.file.FileRanges;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The images of Parquet files as records, in a hidden folder beside them. It is made once, in the order of the rows, and again
 * when the files have changed.
 *
 * @param folder with the records and {@code classes.txt}
 * @param originals the files that were copied
 */
record ParquetCopy(Path folder, Map<Part, List<CopiedImages.Original>> originals) {
    private static final String HIDDEN = ".stoker";
    private static final String PARTIAL = ".partial";

    /** What was copied: names, sizes and times of the files, and the columns. */
    private static final String SOURCE = "source.txt";

    /** The number of rows of each file. */
    private static final String ROWS = "rows.txt";

    static ParquetCopy of(Path origin, PartFiles files, ImageSourceSettings settings, ProgressReporter reporter) {
        var folder = folder(origin, files);
        var described = described(files);
        if (!isMade(folder, described, settings)) {
            make(folder, files, settings, source(described, settings), CopyProgress.of(origin, files.all(), reporter));
        }
        return new ParquetCopy(folder, originals(described, rows(folder)));
    }

    /** Whether there is a copy of the files as they are now. */
    static boolean isMade(Path origin, PartFiles files, ImageSourceSettings settings) {
        return isMade(folder(origin, files), described(files), settings);
    }

    private static boolean isMade(Path folder, Map<Part, List<LabeledFile>> files, ImageSourceSettings settings) {
        return text(folder.resolve(SOURCE)).equals(Optional.of(source(files, settings)));
    }

    private static Path folder(Path origin, PartFiles files) {
        return files.folder()
                .resolve(HIDDEN)
                .resolve(origin.toAbsolutePath().normalize().getFileName() + ".records");
    }

    private static Map<Part, List<LabeledFile>> described(PartFiles files) {
        var described = new EnumMap<Part, List<LabeledFile>>(Part.class);
        files.byPart()
                .forEach((part, paths) ->
                        described.put(part, FileRanges.of(paths).files()));
        return described;
    }

    private static String source(Map<Part, List<LabeledFile>> files, ImageSourceSettings settings) {
        var lines = new StringBuilder("image %s, label %s%n"
                .formatted(
                        settings.imageFeature().orElse("auto"),
                        settings.labelFeature().orElse("auto")));
        files.forEach((part, described) -> described.forEach(file -> lines.append("%s %d bytes, %d, %s%n"
                .formatted(part, file.size(), file.modified(), file.file().getFileName()))));
        return lines.toString();
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // it is made again
        }
    }

    /** The folder appears when it is complete. */
    private static void make(
            Path folder, PartFiles files, ImageSourceSettings settings, String source, CopyProgress progress) {
        Path partial = folder.resolveSibling(folder.getFileName() + PARTIAL);
        Folders.delete(partial);
        Folders.create(partial);
        var rows = new ParquetCopier(partial, settings, progress).copy(files);
        AtomicFile.write(
                partial.resolve(ROWS),
                String.join("\n", rows.stream().map(String::valueOf).toList()));
        AtomicFile.write(partial.resolve(SOURCE), source);
        Folders.delete(folder);
        Folders.rename(partial, folder);
    }

    private static List<Long> rows(Path folder) {
        Path file = folder.resolve(ROWS);
        try {
            return Files.readAllLines(file).stream().map(Long::valueOf).toList();
        } catch (IOException | NumberFormatException failure) {
            throw new StokerException(
                    "cannot read %s; delete %s, which is made again".formatted(file, folder), failure);
        }
    }

    private static Map<Part, List<CopiedImages.Original>> originals(
            Map<Part, List<LabeledFile>> files, List<Long> rows) {
        var originals = new EnumMap<Part, List<CopiedImages.Original>>(Part.class);
        int[] at = {0};
        files.forEach((part, described) -> {
            var of = new ArrayList<CopiedImages.Original>();
            described.forEach(file -> of.add(new CopiedImages.Original(file, rows.get(at[0]++))));
            originals.put(part, of);
        });
        return originals;
    }

    /** The records of a part. */
    PartFiles records() {
        return PartFiles.of(folder, RecordSource::accepts).orElseThrow();
    }
}
