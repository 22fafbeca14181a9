package dev.stoker.nn;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names of weights: path elements joined by dots, as in a PyTorch state_dict. */
final class Names {
    private Names() {}

    /** A part without a name stands in the place of what it is part of. */
    static String join(String path, String name) {
        return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
    }

    /** The first names and how many more there are; control characters of a foreign file never reach a terminal. */
    static String some(Collection<String> names, int most) {
        String first = names.stream()
                .limit(most)
                .map(name -> name.replaceAll("\\p{C}", "?"))
                .collect(Collectors.joining(", "));
        return names.size() > most ? "%s and %d more".formatted(first, names.size() - most) : first;
    }
}
