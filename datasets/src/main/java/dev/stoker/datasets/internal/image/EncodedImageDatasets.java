package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.internal.file.ClassNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Opens datasets of encoded images: folders of image files, and shards that were prepared from them. */
public final class EncodedImageDatasets {
    private static final List<String> TEST_NAMES = List.of("val", "validation", "test");

    private EncodedImageDatasets() {}

    public static boolean isShards(Path folder) {
        return !shards(folder, "train").isEmpty();
    }

    public static boolean isTree(Path folder) {
        return Files.isDirectory(folder.resolve("train"));
    }

    /** {@code train/} and {@code val/}, one folder per class in each. */
    public static ImageDataset tree(Path folder, int size) {
        var training = ImageFolder.scan(folder.resolve("train"));
        var test = testFolder(folder)
                .map(path -> ImageFolder.scan(path, training.classes()))
                .orElseThrow(() ->
                        new StokerException("%s has train/ but none of val/, validation/ and test/".formatted(folder)));
        return set(folder, size, training.classes(), new ImageFileReader(training), new ImageFileReader(test));
    }

    private static Optional<Path> testFolder(Path folder) {
        return TEST_NAMES.stream()
                .map(folder::resolve)
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** {@code train-….tfrecord} and {@code validation-….tfrecord} with {@code classes.txt} beside them. */
    public static ImageDataset shards(Path folder, int size) {
        var classes = ClassNames.read(folder.resolve(ClassNames.FILE_NAME)).names();
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
                new ImageShardReader(shards(folder, "train"), classes.size()),
                new ImageShardReader(test, classes.size()));
    }

    public static List<Path> shards(Path folder, String part) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(part + "-.*\\.tfrecord"))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the folder %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static ImageDataset set(
            Path folder, int size, List<String> classes, EncodedImageReader training, EncodedImageReader test) {
        return new ImageDataset(
                folder.toString(),
                new Shape(size, size, 3),
                classes,
                new EncodedImageSplit(training, size),
                new EncodedImageSplit(test, size),
                Normalization.IMAGENET,
                Optional.of(DatasetFingerprint.of(
                        folder, classes, () -> Stream.concat(training.files(folder), test.files(folder)))));
    }
}
