package dev.stoker.core.config;

import dev.stoker.core.StokerException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a YAML file: text, a list or a mapping; each node knows its line, or 0 where there are no lines. */
public sealed interface ConfigNode {
    int line();

    record Scalar(String text, int line) implements ConfigNode {}

    record Sequence(List<ConfigNode> items, int line) implements ConfigNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** Keys and values in the order of the file. */
    record Mapping(Map<String, ConfigNode> entries, int line) implements ConfigNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    static ConfigNode of(String text) {
        return new Scalar(text, 0);
    }

    static ConfigNode of(List<? extends ConfigNode> items) {
        return new Sequence(List.copyOf(items), 0);
    }

    static ConfigNode of(Map<String, ? extends ConfigNode> entries) {
        return new Mapping(new LinkedHashMap<>(entries), 0);
    }

    /** An error about this node, with its line where that is known. */
    default StokerException error(String what) {
        return new StokerException(line() == 0 ? what : "line %d: %s".formatted(line(), what));
    }
}
