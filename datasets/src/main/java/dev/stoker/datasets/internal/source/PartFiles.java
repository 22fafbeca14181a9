package dev.stoker.datasets.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Files of one kind by the part they belong to. Files that are named for no part are all for training. */
record PartFiles(Path folder, Map<Part, List<Path>> byPart) {
    /** Where Hugging Face puts the files of a dataset. */
    private static final String DATA = "data";

    /** Of a single file, or of those in a folder, in its {@code data/}, or in a folder per part; empty where there are none. */
    static Optional<PartFiles> of(Path path, Predicate<String> accepts) {
        if (Files.isRegularFile(path)) {
            return accepts.test(String.valueOf(path.getFileName()))
                    ? Optional.of(new PartFiles(path.resolveSibling(""), Map.of(Part.TRAINING, List.of(path))))
                    : Optional.empty();
        }
        var files = found(path, accepts);
        return files.isEmpty() ? Optional.empty() : Optional.of(new PartFiles(path, sorted(path, files)));
    }

    private static List<Path> found(Path folder, Predicate<String> accepts) {
        for (Path each : List.of(folder, folder.resolve(DATA))) {
            var files = in(each, accepts);
            if (!files.isEmpty()) {
                return files;
            }
        }
        return Arrays.stream(Part.values())
                .flatMap(part -> part.names().stream())
                .flatMap(name -> in(folder.resolve(name), accepts).stream())
                .toList();
    }

    private static List<Path> in(Path folder, Predicate<String> accepts) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> accepts.test(file.getFileName().toString()) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the folder %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static Map<Part, List<Path>> sorted(Path folder, List<Path> files) {
        boolean named =
                files.stream().anyMatch(file -> Part.of(folder.relativize(file)).isPresent());
        var byPart = new EnumMap<Part, List<Path>>(Part.class);
        for (Path file : files) {
            var part = named ? Part.of(folder.relativize(file)) : Optional.of(Part.TRAINING);
            byPart.computeIfAbsent(part.orElseThrow(() -> unnamed(file, files)), _ -> new ArrayList<>())
                    .add(file);
        }
        if (!byPart.containsKey(Part.TRAINING)) {
            throw new StokerException("%s has %s but no file for training; call those train-…"
                    .formatted(folder, files.getFirst().getFileName()));
        }
        return byPart;
    }

    private static StokerException unnamed(Path file, List<Path> files) {
        var other = files.stream().filter(each -> Part.of(each).isPresent()).findFirst();
        return new StokerException(
                "%s is named neither for training, validation nor test, but %s beside it is; rename it, or move it away"
                        .formatted(file, other.orElse(file).getFileName()));
    }

    List<Path> all() {
        return byPart.values().stream().flatMap(List::stream).toList();
    }

    List<Path> training() {
        return files(Part.TRAINING);
    }

    List<Path> files(Part part) {
        return byPart.getOrDefault(part, List.of());
    }
}
