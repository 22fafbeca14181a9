package dev.stoker.data.file;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which columns hold the labels.
 *
 * @param setting the name of one; empty for one with a title of labels, or the only one that is left
 * @param several whether commas separate several names
 */
public record LabelChoice(Optional<String> setting, boolean several) {
    /** One column, found by its title. */
    public static final LabelChoice DEFAULT = new LabelChoice(Optional.empty(), false);

    /** The names that are set; none where the column is to be found. A column may have a comma in its name. */
    public List<String> among(List<String> columns) {
        return setting.map(names -> !several || columns.contains(names) ? List.of(names) : separated(names))
                .orElse(List.of());
    }

    private static List<String> separated(String names) {
        return Arrays.stream(names.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
