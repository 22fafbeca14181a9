package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The column that the model predicts.
 *
 * @param definitions the columns as the user defined them; the label's may list the classes
 */
record LabelColumn(String name, Optional<Map<String, ConfigNode>> definitions) {
    private static final List<String> DEFAULT_NAMES = List.of("label", "class", "target");
    private static final int MAX_CLASSES = 1000;

    /** A label with more values than this, and with few rows for each, is a number or an identifier. */
    private static final int FEW_CLASSES = 20;

    /** By the setting, by the column of kind label, by a default name, or the last column. */
    static LabelColumn of(Optional<String> setting, Optional<Map<String, ConfigNode>> definitions, TableFile training) {
        var defined = definitions.flatMap(columns -> defined(columns).stream().findFirst());
        if (defined.isPresent() && setting.isPresent() && !defined.equals(setting)) {
            throw new StokerException("label is %s, but columns define the label as %s; remove one of them"
                            .formatted(setting.get(), defined.get()))
                    .about("label", "columns");
        }
        return new LabelColumn(setting.or(() -> defined).orElseGet(() -> defaultName(training)), definitions);
    }

    /** The columns of kind label. */
    static List<String> defined(Map<String, ConfigNode> columns) {
        return columns.entrySet().stream()
                .filter(entry ->
                        TableColumnParser.kind(entry.getKey(), entry.getValue()).equals(TableColumnParser.LABEL))
                .map(Map.Entry::getKey)
                .toList();
    }

    static String defaultName(TableFile training) {
        return training.names().stream()
                .filter(name -> DEFAULT_NAMES.contains(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseGet(() -> training.names().getLast());
    }

    /** The classes in the order of their labels: those that the definition lists, or all that were found. */
    List<String> classes(LabeledRows training, List<String> found) {
        var classes = definitions
                .map(columns -> columns.get(name))
                .flatMap(this::listedClasses)
                .orElse(found);
        refuseOneClass(training, classes);
        refuseManyClasses(training, classes);
        classes.stream().filter(each -> !found.contains(each)).findFirst().ifPresent(missing -> {
            throw new StokerException(
                    "%s: class '%s' has no row in the training split, so it cannot be learned; add rows, or remove it from classes"
                            .formatted(training.text().path(), missing));
        });
        return classes;
    }

    private Optional<List<String>> listedClasses(ConfigNode tree) {
        var arguments = TableColumnParser.arguments(name, tree);
        var classes = arguments.texts("classes");
        arguments.rejectUnknownKeys();
        return classes;
    }

    private void refuseOneClass(LabeledRows training, List<String> classes) {
        if (classes.size() < 2) {
            throw new StokerException(
                    "%s: the label %s is '%s' in every row of the training split; two classes are needed"
                            .formatted(training.text().path(), name, String.join(", ", classes)));
        }
    }

    private void refuseManyClasses(LabeledRows training, List<String> classes) {
        int rows = training.rows().size();
        if (classes.size() > MAX_CLASSES || (classes.size() > FEW_CLASSES && classes.size() > rows / 4)) {
            throw new StokerException(
                            "%s: the label %s has %d different values in %d rows, too many for classes; choose another label (columns: %s), or task regression where it is a number to predict"
                                    .formatted(
                                            training.text().path(),
                                            name,
                                            classes.size(),
                                            rows,
                                            String.join(", ", training.text().names())))
                    .about("label", "task");
        }
    }

    /** The definition of a label with these classes, to be read back. */
    static ConfigNode definition(List<String> classes) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("kind", ConfigNode.of(TableColumnParser.LABEL));
        entries.put(
                "classes", ConfigNode.of(classes.stream().map(ConfigNode::of).toList()));
        return ConfigNode.of(entries);
    }
}
