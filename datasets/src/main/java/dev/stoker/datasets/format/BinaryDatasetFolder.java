package dev.stoker.datasets.format;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.SampleSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder of files in one of the known formats, recognized by the names of the files. */
public record BinaryDatasetFolder(Path path, DatasetFormat format) {
    private static final Pattern BATCH = Pattern.compile("data_batch_(\\d{1,4})\\.bin");

    public static BinaryDatasetFolder of(Path path) {
        if (!batches(path).isEmpty()) {
            return new BinaryDatasetFolder(path, DatasetFormat.CIFAR10);
        }
        boolean hundred =
                DatasetFormat.CIFAR100.needed().stream().anyMatch(name -> Files.isRegularFile(path.resolve(name)));
        return new BinaryDatasetFolder(path, hundred ? DatasetFormat.CIFAR100 : DatasetFormat.IDX);
    }

    public SampleSource training() {
        return switch (format) {
            case IDX -> idx("train");
            case CIFAR10 -> CifarSource.cifar10(batches(path));
            case CIFAR100 -> CifarSource.cifar100(List.of(file("train.bin")));
        };
    }

    public SampleSource test() {
        return switch (format) {
            case IDX -> idx("t10k");
            case CIFAR10 -> CifarSource.cifar10(List.of(file("test_batch.bin")));
            case CIFAR100 -> CifarSource.cifar100(List.of(file("test.bin")));
        };
    }

    /** The files of both splits. */
    public List<Path> files() {
        return switch (format) {
            case IDX -> IdxFiles.names().map(name -> IdxFiles.find(path, name)).toList();
            case CIFAR10 ->
                Stream.concat(batches(path).stream(), Stream.of(file("test_batch.bin")))
                        .toList();
            case CIFAR100 -> List.of(file("train.bin"), file("test.bin"));
        };
    }

    private SampleSource idx(String part) {
        return IdxFiles.split(name -> Files.newInputStream(IdxFiles.find(path, name)), part);
    }

    private Path file(String name) {
        Path file = path.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new StokerException("%s has no %s, which the binary version of %s needs"
                    .formatted(path, name, format == DatasetFormat.CIFAR10 ? "CIFAR-10" : "CIFAR-100"));
        }
        return file;
    }

    /** Sorted by number: the order of samples must not depend on how the file system lists a folder. */
    private static List<Path> batches(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> number(file) >= 0)
                    .sorted(Comparator.comparingInt(BinaryDatasetFolder::number))
                    .toList();
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static int number(Path file) {
        var matcher = BATCH.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
