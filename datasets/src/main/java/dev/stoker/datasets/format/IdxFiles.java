package dev.stoker.datasets.format;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.SampleSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The four files of the MNIST family. */
public final class IdxFiles {
    private IdxFiles() {}

    /** Opens a file by its name. */
    public interface Opener {
        InputStream open(String name) throws IOException;
    }

    /** The names of all four. */
    public static Stream<String> names() {
        return Stream.of("train", "t10k").flatMap(part -> Stream.of(images(part), labels(part)));
    }

    private static String images(String part) {
        return part + "-images-idx3-ubyte";
    }

    private static String labels(String part) {
        return part + "-labels-idx1-ubyte";
    }

    /** The split {@code train} or {@code t10k}. */
    public static SampleSource split(Opener opener, String part) {
        String images = images(part);
        String labels = labels(part);
        try (var imageStream = opener.open(images);
                var labelStream = opener.open(labels)) {
            return IdxSource.read(imageStream, images, labelStream, labels);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read %s or %s (%s)".formatted(images, labels, AtomicFile.reason(failure)), failure);
        }
    }

    static Path find(Path folder, String name) {
        return Stream.of(name, name + ".gz")
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new StokerException(
                        "%s has no %s (nor %s.gz): a dataset folder holds shards (see `stoker prepare`), train/ and val/ with a folder per class, the four files of the MNIST family, or CIFAR's binary batches"
                                .formatted(folder, name, name)));
    }
}
