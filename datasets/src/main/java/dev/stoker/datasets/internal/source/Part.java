package dev.stoker.datasets.internal.source;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A part of a dataset, by the names that people give to it. */
public enum Part {
    TRAINING,
    VALIDATION,
    TEST;

    /** The names that its folder may have. */
    public List<String> names() {
        return switch (this) {
            case TRAINING -> List.of("train", "training");
            case VALIDATION -> List.of("validation", "val", "valid", "dev");
            case TEST -> List.of("test", "testing");
        };
    }

    /** The part of this name. */
    public static Optional<Part> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(part -> part.names().contains(lower))
                .findFirst();
    }

    /** The part that a file belongs to by a word of its name, else by that of its folder. */
    static Optional<Part> of(Path file) {
        return within(file).or(() -> Optional.ofNullable(file.getParent()).flatMap(folder -> named(name(folder))));
    }

    private static Optional<Part> within(Path file) {
        return Arrays.stream(name(file).split("[^A-Za-z]+"))
                .flatMap(word -> named(word).stream())
                .findFirst();
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
