package dev.stoker.datasets;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Identifies the content of a dataset by its classes and its files, mostly without reading them, so that a run that is
 * resumed can say what has changed.
 */
public final class DatasetFingerprint {
    private final Path folder;
    private final List<String> classes;
    private final Supplier<Stream<FileFingerprint>> files;

    private DatasetFingerprint(Path folder, List<String> classes, Supplier<Stream<FileFingerprint>> files) {
        this.folder = folder;
        this.classes = List.copyOf(classes);
        this.files = files;
    }

    /** Of files in a folder; they are listed each time they are asked for, since there may be millions. */
    public static DatasetFingerprint of(Path folder, List<String> classes, Supplier<Stream<FileFingerprint>> files) {
        return new DatasetFingerprint(folder, classes, files);
    }

    /** The folder that names of files start from. */
    public Path folder() {
        return folder;
    }

    /** The names of the classes in the order of their labels. */
    public List<String> classes() {
        return classes;
    }

    /** The files in the order of their samples. */
    public Stream<FileFingerprint> files() {
        return files.get();
    }
}
