package dev.stoker.storage;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Variables of the process. */
record Environment(Map<String, String> variables) {
    /** The first of these that is set to anything. */
    Optional<String> variable(String... names) {
        return Stream.of(names)
                .map(name -> variables.getOrDefault(name, ""))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }
}
