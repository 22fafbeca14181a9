package dev.stoker.datasets.catalog;

import java.util.List;
import java.util.Map;

/** A part of a YAML file that knows its line. */
sealed interface YamlNode {
    int line();

    record Text(String value, int line) implements YamlNode {}

    record Sequence(List<YamlNode> items, int line) implements YamlNode {}

    record Mapping(Map<String, YamlNode> entries, int line) implements YamlNode {}
}
