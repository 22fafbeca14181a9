package dev.stoker.lab.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A comparison as fields of JSON: numbers without rounding. */
public final class ComparisonJson {
    private ComparisonJson() {}

    public static Map<String, Object> fields(Comparison comparison) {
        var columns = Column.known(comparison);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("title", comparison.title());
        comparison.goal().accuracy().ifPresent(target -> fields.put("target", target));
        comparison.goal().price().ifPresent(price -> fields.put("price", price));
        fields.put(
                "columns",
                columns.stream().map(column -> title(comparison, column)).toList());
        fields.put(
                "rows",
                comparison.groups().stream()
                        .map(group -> row(comparison, group, columns))
                        .toList());
        fields.put("verdict", Verdict.sentences(comparison));
        return fields;
    }

    private static Map<String, Object> title(Comparison comparison, Column column) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("key", column.key(comparison));
        fields.put("title", column.title(comparison));
        return fields;
    }

    private static Map<String, Object> row(Comparison comparison, RunGroup group, List<Column> columns) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("values", group.values());
        fields.put(
                "runs",
                group.runs().stream()
                        .map(run -> String.valueOf(run.folder().getFileName()))
                        .toList());
        columns.stream()
                .filter(column -> column != Column.RUNS)
                .forEach(column -> column.value(comparison, group)
                        .ifPresent(number -> fields.put(column.key(comparison), number)));
        if (!group.note().isEmpty()) {
            fields.put("note", group.note());
        }
        return fields;
    }
}
