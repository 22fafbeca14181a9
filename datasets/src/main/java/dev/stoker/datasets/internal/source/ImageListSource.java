package dev.stoker.datasets.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileList;
import dev.stoker.data.file.FileListEntry;
import dev.stoker.data.file.LabelChoice;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.LabelFormat;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import dev.stoker.datasets.internal.image.ImageFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Images in files that a list names, with a label on each line; the lists of all parts share the classes. */
final class ImageListSource {
    private final ImageSourceSettings settings;
    private final Path folder;
    private final Map<Part, List<ListLabels.Entry>> parts = new EnumMap<>(Part.class);
    private final ListProblems problems = new ListProblems();

    private ImageListSource(Path folder, ImageSourceSettings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** One list, which may have a column of splits. */
    static ImageParts open(Path list, ImageSourceSettings settings) {
        var source = new ImageListSource(list.resolveSibling(""), settings);
        var read = FileList.read(list, label(settings));
        read.lines().forEach(line -> source.add(source.part(read, line), read, line));
        source.problems.refuse();
        return source.parts(list, List.of(list));
    }

    /** A list for each part. */
    static ImageParts open(Path origin, PartFiles files, ImageSourceSettings settings) {
        var source = new ImageListSource(files.folder(), settings);
        files.byPart()
                .forEach((part, lists) -> lists.forEach(list -> {
                    var read = FileList.read(list, label(settings));
                    read.lines().forEach(line -> source.add(part, read, line));
                }));
        return source.parts(
                origin, files.byPart().values().stream().flatMap(List::stream).toList());
    }

    private static LabelChoice label(ImageSourceSettings settings) {
        return new LabelChoice(settings.label(), settings.labels() == LabelFormat.NUMBER);
    }

    private void add(Part part, FileList list, FileListEntry line) {
        parts.computeIfAbsent(part, _ -> new ArrayList<>()).add(new ListLabels.Entry(list, line));
    }

    private Part part(FileList list, FileListEntry line) {
        return line.split().isEmpty()
                ? Part.TRAINING
                : Part.named(line.split()).orElseGet(() -> {
                    problems.add(
                            list,
                            line,
                            "the split '%s' is none of train, validation and test".formatted(line.split()),
                            "correct it");
                    return Part.TRAINING;
                });
    }

    private ImageParts parts(Path origin, List<Path> lists) {
        var training = parts.getOrDefault(Part.TRAINING, List.of());
        if (training.isEmpty()) {
            throw new StokerException("%s lists no images for training; give some the split train".formatted(origin));
        }
        var labels = ListLabels.of(settings, folder, origin, training, problems);
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        parts.forEach((part, entries) -> readers.put(part, reader(entries, labels)));
        problems.refuse();
        var names = folder.resolve(ClassNames.FILE_NAME);
        return new ImageParts(
                origin.toString(),
                folder,
                labels.names(),
                readers,
                Stream.concat(lists.stream(), Stream.of(names).filter(Files::exists))
                        .toList(),
                labels.targets());
    }

    private EncodedImageReader reader(List<ListLabels.Entry> entries, ListLabels labels) {
        var files =
                entries.stream().map(entry -> file(entry, labels.number(entry))).toList();
        return new ImageFileReader(new ImageFolder(folder, labels.names(), files));
    }

    private LabeledFile file(ListLabels.Entry entry, int label) {
        var root = settings.imageRoot().orElseGet(() -> entry.list().list().resolveSibling(""));
        var file = entry.list().file(root, entry.line());
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                return new LabeledFile(
                        file,
                        label,
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
            }
        } catch (IOException _) {
            // reported below
        }
        problems.add(
                entry.list(),
                entry.line(),
                "there is no file %s".formatted(file),
                "correct the path, or say where paths start with image-root");
        return new LabeledFile(file, label);
    }
}
