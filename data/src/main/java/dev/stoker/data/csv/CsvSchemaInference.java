package dev.stoker.data.csv;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Infers names and types of columns from the settings and the first rows. */
record CsvSchemaInference(Path file, CsvSettings settings) {
    /** Rows to infer types from; later rows that do not fit are errors, so that a type never depends on luck. */
    static final int INFERENCE_ROWS = 10_000;

    CsvColumns columns(List<String> firstRow, long rows, IntFunction<List<String>> row) {
        var names = names(firstRow);
        var types = new @Nullable CsvType[names.size()];
        for (int i = 0; i < Math.min(rows, INFERENCE_ROWS); i++) {
            widen(types, row.apply(i));
        }
        var known = new ArrayList<CsvType>();
        for (int i = 0; i < types.length; i++) {
            var found = types[i] == null ? CsvType.TEXT : types[i];
            known.add(settings.types().getOrDefault(names.get(i), found));
        }
        var columns = new CsvColumns(names, known);
        settings.types().keySet().forEach(columns::index); // refuses types of unknown columns
        return columns;
    }

    private static void widen(@Nullable CsvType[] types, List<String> cells) {
        for (int i = 0; i < Math.min(types.length, cells.size()); i++) {
            var before = types[i];
            if (before != CsvType.TEXT && !cells.get(i).isEmpty()) {
                var here = CsvType.of(cells.get(i));
                types[i] = before == null ? here : before.orWider(here);
            }
        }
    }

    private List<String> names(List<String> firstRow) {
        var names = new ArrayList<String>();
        for (int i = 0; i < firstRow.size(); i++) {
            String name = settings.header() ? firstRow.get(i).strip() : "";
            names.add(name.isEmpty() ? "column" + i : name);
        }
        rejectDuplicates(names);
        return names;
    }

    private void rejectDuplicates(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new StokerException("%s has two columns called %s; rename one of them, or read it without header"
                        .formatted(file, name));
            }
        }
    }
}
