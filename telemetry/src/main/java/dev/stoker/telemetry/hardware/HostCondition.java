package dev.stoker.telemetry.hardware;

import java.util.Optional;

/**
 * Something that training needs of the machine or container that it runs in.
 *
 * @param value what there is
 * @param remedy what to do where that may not be enough
 */
public record HostCondition(String name, String value, Optional<String> remedy) {
    static HostCondition good(String name, String value) {
        return new HostCondition(name, value, Optional.empty());
    }

    static HostCondition lacking(String name, String value, String remedy) {
        return new HostCondition(name, value, Optional.of(remedy));
    }

    /** In one line. */
    public String text() {
        return remedy.map(advice -> value + "; " + advice).orElse(value);
    }
}
