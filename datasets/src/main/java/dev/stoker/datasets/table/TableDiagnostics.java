package dev.stoker.datasets.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts missing values, unknown values and skipped columns, and reports them in sentences. */
final class TableDiagnostics {
    private static final int LISTED = 5;

    /** Values of a column that are missing, and what stands for them. */
    private record MissingValues(String name, String instead) {
        String sentence(int rows) {
            return "%s is missing in %,d rows, which get %s".formatted(name, rows, instead);
        }
    }

    private final Map<MissingValues, Integer> missing = new LinkedHashMap<>();
    private final Map<String, Set<String>> unseen = new LinkedHashMap<>();
    private final Map<String, Integer> unseenRows = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();

    void validation(String origin) {
        others.add("the validation split is " + origin);
    }

    void skippedColumn(String column, String why) {
        others.add("column %s is skipped: %s".formatted(column, why));
    }

    void classesWithoutValidation(List<String> classes, List<String> inValidation) {
        var missing =
                classes.stream().filter(name -> !inValidation.contains(name)).toList();
        if (!missing.isEmpty()) {
            others.add("no validation row is of class " + some(missing));
        }
    }

    void count(TableRow cells, Collection<TableColumn> columns, boolean forTraining) {
        for (var column : columns) {
            switch (column) {
                case TableColumn.Numeric numeric -> missing(cells, numeric.column(), numeric.name(), "the mean");
                case TableColumn.Bucketized buckets -> missing(cells, buckets.column(), buckets.name(), "the mean");
                case TableColumn.Vocabulary words -> {
                    missing(cells, words.column(), words.name(), "a code of its own");
                    String text = cells.text(words.column());
                    if (!forTraining && !text.isEmpty() && !words.knows(text)) {
                        unseen.computeIfAbsent(words.name(), _ -> new LinkedHashSet<>())
                                .add(text);
                        unseenRows.merge(words.name(), 1, Integer::sum);
                    }
                }
                case TableColumn.Hashed hash -> missing(cells, hash.column(), hash.name(), "a code of its own");
                case TableColumn.Crossed _ -> {}
            }
        }
    }

    private void missing(TableRow cells, String source, String name, String instead) {
        if (cells.text(source).isEmpty()) {
            missing.merge(new MissingValues(name, instead), 1, Integer::sum);
        }
    }

    List<String> sentences(String size, int skipped) {
        var sentences = new ArrayList<>(List.of(size));
        if (skipped > 0) {
            sentences.add("%,d corrupt rows are skipped".formatted(skipped));
        }
        missing.forEach((values, rows) -> sentences.add(values.sentence(rows)));
        unseen.forEach((name, texts) ->
                sentences.add("%s has values in %,d rows of other splits that the training split does not have (%s)"
                        .formatted(name, unseenRows.getOrDefault(name, 0), some(List.copyOf(texts)))));
        sentences.addAll(others);
        return sentences;
    }

    private static String some(List<String> texts) {
        String first = String.join(", ", texts.subList(0, Math.min(LISTED, texts.size())));
        return texts.size() > LISTED ? "%s and %d more".formatted(first, texts.size() - LISTED) : first;
    }
}
