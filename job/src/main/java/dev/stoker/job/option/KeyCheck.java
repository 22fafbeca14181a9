package dev.stoker.job.option;

import dev.stoker.core.StokerException;

/** Refuses values that are out of range. */
public final class KeyCheck {
    private KeyCheck() {}

    public static void that(String key, boolean holds, String expected, Object got) {
        if (!holds) {
            throw new StokerException("%s must be %s, got %s".formatted(key, expected, got));
        }
    }
}
