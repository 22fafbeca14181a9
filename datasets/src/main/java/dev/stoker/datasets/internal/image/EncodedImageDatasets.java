package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.EncodedImageSettings;
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
    private static final List<String> VALIDATION_NAMES = List.of("val", "validation", "valid");
    private static final List<String> TEST_NAMES = List.of("test");

    private EncodedImageDatasets() {}

    public static boolean isShards(Path folder) {
        return !shards(folder, "train").isEmpty();
    }

    public static boolean isTree(Path folder) {
        return Files.isDirectory(folder.resolve("train"));
    }

    /** {@code train/} and, where they exist, {@code val/} and {@code test/}, one folder per class in each. */
    public static ImageDataset tree(Path folder, EncodedImageSettings images) {
        var training = ImageFolder.scan(folder.resolve("train"));
        ClassFolderTree.refuseFlat(training, folder, "stoker train " + folder);
        return set(
                folder.toString(),
                folder,
                images,
                training.classes(),
                new ImageFileReader(training),
                files(folder, VALIDATION_NAMES, training.classes()),
                files(folder, TEST_NAMES, training.classes()));
    }

    private static Optional<EncodedImageReader> files(Path folder, List<String> names, List<String> classes) {
        return names.stream()
                .map(folder::resolve)
                .filter(Files::isDirectory)
                .findFirst()
                .map(path -> new ImageFileReader(ImageFolder.scan(path, classes)));
    }

    /** One folder per class, without splits. */
    public static ImageDataset classFolders(Path folder, EncodedImageSettings images) {
        var all = ImageFolder.scan(folder);
        ClassFolderTree.refuseFlat(all, folder, "stoker train " + folder);
        return set(
                folder.toString(),
                folder,
                images,
                all.classes(),
                new ImageFileReader(all),
                Optional.empty(),
                Optional.empty());
    }

    /** {@code train-….tfrecord} and, where they exist, {@code validation-…} and {@code test-…}, beside {@code classes.txt}. */
    public static ImageDataset shards(Path folder, EncodedImageSettings images) {
        var classes = ClassNames.read(folder.resolve(ClassNames.FILE_NAME)).names();
        return set(
                folder.toString(),
                folder,
                images,
                classes,
                new ImageShardReader(shards(folder, "train"), classes.size()),
                records(folder, VALIDATION_NAMES, classes.size()),
                records(folder, TEST_NAMES, classes.size()));
    }

    private static Optional<EncodedImageReader> records(Path folder, List<String> names, int classes) {
        return names.stream()
                .map(name -> shards(folder, name))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .map(found -> new ImageShardReader(found, classes));
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

    /** A dataset of readers; the splits that are not there are empty. */
    public static ImageDataset set(
            String name,
            Path folder,
            EncodedImageSettings images,
            List<String> classes,
            EncodedImageReader training,
            Optional<EncodedImageReader> validation,
            Optional<EncodedImageReader> test) {
        return new ImageDataset(
                name,
                images.shape(),
                classes,
                new EncodedImageSplit(training, images),
                validation.map(reader -> new EncodedImageSplit(reader, images)),
                test.map(reader -> new EncodedImageSplit(reader, images)),
                images.shape().channels() == 1 ? Normalization.IMAGENET_GRAY : Normalization.IMAGENET,
                Optional.of(DatasetFingerprint.of(
                        folder,
                        classes,
                        () -> Stream.of(Optional.of(training), validation, test)
                                .flatMap(Optional::stream)
                                .flatMap(reader -> reader.files(folder)))));
    }
}
