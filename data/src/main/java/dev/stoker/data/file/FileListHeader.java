package dev.stoker.data.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The columns of a list whose first line names them, as positions.
 *
 * @param labels one, or several where several are chosen
 * @param split the column that says to which split a file belongs, or {@link #NONE}
 */
record FileListHeader(List<String> names, char separator, int path, List<Integer> labels, int split) {
    static final int NONE = -1;

    private static final Set<String> PATH_TITLES =
            Set.of("path", "file", "filename", "file_name", "filepath", "file_path", "image", "image_path", "img");
    private static final Set<String> LABEL_TITLES = Set.of("label", "labels", "class", "target");
    private static final Set<String> SPLIT_TITLES = Set.of("split", "subset", "part", "set");

    /** Of the cells of a first line; empty where these are an entry of the list already. */
    static Optional<FileListHeader> of(Path list, List<String> cells, char separator, LabelChoice label) {
        var names = cells.stream().map(String::strip).toList();
        int path = path(names);
        if (path == NONE || names.size() < 2) {
            label.setting().ifPresent(name -> refuseWithoutHeader(list, name));
            return Optional.empty();
        }
        int split = find(names, SPLIT_TITLES);
        var chosen = label.among(names);
        var labels = chosen.isEmpty()
                ? List.of(labelOf(list, names, path, split))
                : chosen.stream().map(name -> named(list, names, name)).toList();
        return Optional.of(new FileListHeader(names, separator, path, labels, split));
    }

    List<String> labelNames() {
        return labels.stream().map(names::get).toList();
    }

    /** The column of paths, or {@link #NONE}. */
    static int path(List<String> names) {
        return find(names, PATH_TITLES);
    }

    private static int find(List<String> names, Set<String> titles) {
        return IntStream.range(0, names.size())
                .filter(i -> titles.contains(names.get(i).strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(NONE);
    }

    private static int named(Path list, List<String> names, String label) {
        int found = names.indexOf(label);
        if (found < 0) {
            throw new StokerException("%s has no column '%s' for the label%s (columns: %s)"
                            .formatted(list, label, NameSuggestion.didYouMean(label, names), String.join(", ", names)))
                    .about("label");
        }
        return found;
    }

    /** By a title of labels, or the only column that is left. */
    private static int labelOf(Path list, List<String> names, int path, int split) {
        int titled = find(names, LABEL_TITLES);
        var others = IntStream.range(0, names.size())
                .filter(i -> i != path && i != split)
                .toArray();
        if (titled == NONE && others.length != 1) {
            throw new StokerException(
                            "%s has no column called label, class or target; name the one with the label (columns: %s)"
                                    .formatted(list, String.join(", ", names)))
                    .about("label");
        }
        return titled == NONE ? others[0] : titled;
    }

    private static void refuseWithoutHeader(Path list, String label) {
        throw new StokerException(
                        "%s has no first line with the names of its columns, so there is no column '%s'; add one, as in: path,label"
                                .formatted(list, label))
                .about("label");
    }
}
