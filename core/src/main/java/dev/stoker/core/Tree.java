package dev.stoker.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Texts in lists and mappings, as a YAML file holds them; each part knows its line, or 0 where there are no lines. */
public sealed interface Tree {
    int line();

    record Leaf(String text, int line) implements Tree {}

    record Items(List<Tree> items, int line) implements Tree {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Keys and values in the order of the file. */
    record Entries(Map<String, Tree> entries, int line) implements Tree {
        public Entries {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    static Tree of(String text) {
        return new Leaf(text, 0);
    }

    static Tree of(List<? extends Tree> items) {
        return new Items(List.copyOf(items), 0);
    }

    static Tree of(Map<String, ? extends Tree> entries) {
        return new Entries(new LinkedHashMap<>(entries), 0);
    }

    /** What is wrong with a part, where lines are known with the line. */
    default StokerException wrong(String what) {
        return new StokerException(line() == 0 ? what : "line %d: %s".formatted(line(), what));
    }
}
