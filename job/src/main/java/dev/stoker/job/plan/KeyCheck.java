package dev.stoker.job.plan;

import dev.stoker.core.StokerException;

/** Refuses values that a key may not have. */
final class KeyCheck {
    private KeyCheck() {}

    static void that(String key, boolean holds, String expected, Object got) {
        if (!holds) {
            throw new StokerException("%s must be %s, got %s".formatted(key, expected, got));
        }
    }
}
