package dev.stoker.dashboard.internal.run;

import java.util.Map;

/**
 * How far the curves of a run were seen.
 *
 * @param generation changes where a run was resumed from an earlier step, and its curves begin again
 * @param sizes of the series
 */
public record CurveCursor(int generation, Map<String, Integer> sizes) {
    /** Before anything was seen. */
    public static final CurveCursor NOTHING = new CurveCursor(-1, Map.of());

    public CurveCursor {
        sizes = Map.copyOf(sizes);
    }
}
