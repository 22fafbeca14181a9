package dev.stoker.nn.internal;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names of weights: path elements joined by dots, as in a PyTorch state_dict. */
public final class WeightNames {
    private static final int LONGEST = 200;

    private WeightNames() {}

    /**
     * A part without a name has the path of its parent. A path that ends with an underscore has no dot after it: PyTorch's attention
     * calls the weight of its first linear layer {@code in_proj_weight}.
     */
    public static String join(String path, String name) {
        return path.isEmpty() ? name : name.isEmpty() ? path : path + (path.endsWith("_") ? "" : ".") + name;
    }

    /** A name from an untrusted file for a message: shortened, and without control characters. */
    public static String shown(String name) {
        String plain = name.substring(0, Math.min(name.length(), LONGEST)).replaceAll("\\p{C}", "?");
        return name.length() > LONGEST ? plain + "…" : plain;
    }

    /** The first names and how many more there are. */
    public static String some(Collection<String> names, int most) {
        String first = names.stream().limit(most).map(WeightNames::shown).collect(Collectors.joining(", "));
        return names.size() > most ? "%s and %d more".formatted(first, names.size() - most) : first;
    }
}
