package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Sets of photographs: trees of files, and shards that were prepared from them. */
final class PhotoSets {
    private static final List<String> TEST_NAMES = List.of("val", "validation", "test");

    private PhotoSets() {}

    static boolean isShards(Path folder) {
        return !shards(folder, "train").isEmpty();
    }

    static boolean isTree(Path folder) {
        return Files.isDirectory(folder.resolve("train"));
    }

    /** {@code train/} and {@code val/}, one folder per class in each. */
    static ImageSet tree(Path folder, int size) {
        var training = ImageTree.scan(folder.resolve("train"));
        var test = testFolder(folder)
                .map(path -> ImageTree.scan(path, training.classes()))
                .orElseThrow(() ->
                        new StokerException("%s has train/ but none of val/, validation/ and test/".formatted(folder)));
        return set(folder, size, training.classes(), new FileReader(training), new FileReader(test));
    }

    private static Optional<Path> testFolder(Path folder) {
        return TEST_NAMES.stream()
                .map(folder::resolve)
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** {@code train-….tfrecord} and {@code validation-….tfrecord} with {@code classes.txt} beside them. */
    static ImageSet shards(Path folder, int size) {
        var classes = classes(folder.resolve("classes.txt"));
        var test = TEST_NAMES.stream()
                .map(name -> shards(folder, name))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow(() -> new StokerException(
                        "%s has shards for training but none for validation or test".formatted(folder)));
        return set(
                folder,
                size,
                classes,
                new ShardReader(shards(folder, "train"), classes.size()),
                new ShardReader(test, classes.size()));
    }

    static List<Path> shards(Path folder, String part) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(part + "-.*\\.tfrecord"))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the folder %s (%s)".formatted(folder, WholeFile.reason(failure)), failure);
        }
    }

    private static List<String> classes(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the names of the classes from %s (%s)".formatted(file, WholeFile.reason(failure)),
                    failure);
        }
    }

    private static ImageSet set(
            Path folder, int size, List<String> classes, PictureReader training, PictureReader test) {
        return new ImageSet(
                folder.toString(),
                new Shape(size, size, 3),
                classes,
                new PicturePart(training, size),
                new PicturePart(test, size),
                Normalisation.PHOTOGRAPHS);
    }
}
