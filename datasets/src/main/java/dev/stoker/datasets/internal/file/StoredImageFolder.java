package dev.stoker.datasets.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.datasets.ImageFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Images in class folders of a storage, in the order of a local folder: by path. */
public record StoredImageFolder(String location, List<String> classes, List<Entry> entries) {
    /** What is kept of each is some 200 bytes; more than this would be a gigabyte before the first image is read. */
    public static final int MOST_FILES = 5_000_000;

    /** An image and the number of its class. */
    public record Entry(ImageContent.Stored content, int label) {}

    /** The folders that are not hidden. */
    public static List<String> folders(Storage storage) {
        return storage.folders().stream().filter(name -> !name.startsWith(".")).toList();
    }

    /** Whose class folders lie right below a storage; each is listed by itself. */
    public static StoredImageFolder ofClasses(Storage storage) {
        var classes = folders(storage);
        var entries = new ArrayList<Entry>();
        for (int label = 0; label < classes.size(); label++) {
            for (var file : images(storage.tree(classes.get(label)))) {
                entries.add(new Entry(new ImageContent.Stored(storage, file), label));
            }
            refuseTooMany(storage.location(), entries.size());
        }
        return new StoredImageFolder(storage.location(), classes, entries).withImages();
    }

    /** Whose class folders lie in a folder of a storage, which is listed as a whole. */
    public static StoredImageFolder ofSplit(Storage storage, String split) {
        var files = images(storage.tree(split));
        refuseTooMany(storage.location(), files.size());
        var classes = files.stream()
                .map(StoredImageFolder::classOf)
                .distinct()
                .sorted()
                .toList();
        var entries = files.stream()
                .map(file -> new Entry(new ImageContent.Stored(storage, file), classes.indexOf(classOf(file))))
                .toList();
        return new StoredImageFolder(storage.location() + "/" + split, classes, entries).withImages();
    }

    private static String classOf(StoredFile file) {
        var path = Path.of(file.name());
        return path.getNameCount() > 2 ? path.getName(1).toString() : "";
    }

    private static List<StoredFile> images(List<StoredFile> files) {
        return files.stream()
                .filter(file -> isImage(Path.of(file.name())))
                .sorted(Comparator.comparing(file -> Path.of(file.name())))
                .toList();
    }

    private static boolean isImage(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !name.endsWith(AtomicFile.PARTIAL_SUFFIX) && ImageFolder.isImage(file);
    }

    private StoredImageFolder withImages() {
        if (entries.isEmpty() || classes.contains("")) {
            throw new StokerException(
                    "%s holds %s; move the images of each class into a folder of its own, as in %s/CLASS/1.jpg"
                            .formatted(
                                    location,
                                    entries.isEmpty()
                                            ? "no images in class folders"
                                            : "images that are in no class folder",
                                    location));
        }
        return this;
    }

    private static void refuseTooMany(String location, int files) {
        if (files > MOST_FILES) {
            throw new StokerException(
                    "%s holds more than %,d images; prepare parts of it".formatted(location, MOST_FILES));
        }
    }
}
