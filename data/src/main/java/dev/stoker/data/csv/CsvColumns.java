package dev.stoker.data.csv;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of a file, from left to right. */
public final class CsvColumns {
    private final List<String> names;
    private final List<CsvType> types;
    private final Map<String, Integer> positions = new HashMap<>();

    CsvColumns(List<String> names, List<CsvType> types) {
        this.names = List.copyOf(names);
        this.types = List.copyOf(types);
        for (int i = 0; i < names.size(); i++) {
            positions.put(names.get(i), i);
        }
    }

    public List<String> names() {
        return names;
    }

    public int count() {
        return names.size();
    }

    public CsvType type(int column) {
        return types.get(column);
    }

    /** The position of a column. */
    public int index(String name) {
        var found = positions.get(name);
        if (found == null) {
            throw new StokerException("there is no column %s; there are %s%s"
                    .formatted(name, String.join(", ", names), NameSuggestion.didYouMean(name, names)));
        }
        return found;
    }
}
