package dev.stoker.datasets.internal.source;

import dev.stoker.data.file.FileList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells lists of images from tables: both may be CSV files. */
public final class ImageLists {
    private static final List<String> TEXTS = List.of(".txt", ".lst", ".list");
    private static final List<String> CELLS = List.of(".csv", ".tsv");
    private static final List<String> IMAGES = List.of(".bmp", ".gif", ".jpeg", ".jpg", ".png", ".webp");

    private ImageLists() {}

    /** Whether this is a list of images, or a folder with one called train, rather than a table or something else. */
    public static boolean isList(Path path) {
        return Files.isDirectory(path) ? in(path).isPresent() : isListFile(path);
    }

    private static boolean isListFile(Path file) {
        return endsWith(file, TEXTS) ? Files.isRegularFile(file) : endsWith(file, CELLS) && namesImages(file);
    }

    private static boolean endsWith(Path file, List<String> endings) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(name::endsWith);
    }

    /** By the path of its first entry. */
    private static boolean namesImages(Path file) {
        return Files.isRegularFile(file)
                && FileList.firstPath(file).stream()
                        .map(path -> path.toLowerCase(Locale.ROOT))
                        .anyMatch(path -> IMAGES.stream().anyMatch(path::endsWith));
    }

    /** The lists in a folder that are named for a part; empty where there is none for training, or a folder of that. */
    static Optional<PartFiles> in(Path folder) {
        if (Files.isDirectory(folder.resolve("train"))) {
            return Optional.empty();
        }
        var lists = new EnumMap<Part, List<Path>>(Part.class);
        for (Part part : Part.values()) {
            part.names().stream()
                    .flatMap(name ->
                            Stream.concat(CELLS.stream(), TEXTS.stream()).map(ending -> folder.resolve(name + ending)))
                    .filter(ImageLists::namesImages)
                    .findFirst()
                    .ifPresent(list -> lists.put(part, List.of(list)));
        }
        return lists.containsKey(Part.TRAINING) ? Optional.of(new PartFiles(folder, lists)) : Optional.empty();
    }
}
