package dev.stoker.datasets.internal.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/** The names of the classes in the order of their labels, and where they come from. */
public record ClassNames(String origin, List<String> names) {
    /** The file beside the shards of a dataset. */
    public static final String FILE_NAME = "classes.txt";

    public ClassNames {
        names = List.copyOf(names);
    }

    /** One name per line; blank lines are skipped. */
    public static ClassNames read(Path file) {
        try {
            var names = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .toList();
            refuseDuplicates(file, names);
            return new ClassNames(file.toString(), names);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the class names from %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private static void refuseDuplicates(Path file, List<String> names) {
        var seen = new HashSet<String>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new StokerException("%s names the class '%s' twice".formatted(file, name));
            }
        }
    }

    /** The label of the class whose folder has this name. */
    public int label(Path root, String name) {
        int label = names.indexOf(name);
        if (label < 0) {
            throw new StokerException("%s is the folder of a class that is not one of the %d in %s%s"
                    .formatted(root.resolve(name), names.size(), origin, NameSuggestion.didYouMean(name, names)));
        }
        return label;
    }
}
