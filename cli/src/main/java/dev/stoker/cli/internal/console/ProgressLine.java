package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import java.util.List;

/** A bar between what is counted and a few figures, as many as fit. */
final class ProgressLine {
    /** A terminal writes ^C after the line, which must not break it. */
    static final int FREE = 3;

    private static final int SPINNER = 2;
    private static final int SHORTEST = 10;
    private static final int LONGEST = 24;

    private ProgressLine() {}

    static StyledText of(int columns, String title, double share, String... figures) {
        return of(columns, title, share, List.of(figures));
    }

    /** The figures are in order of importance, and the last ones left out where they do not fit. */
    static StyledText of(int columns, String title, double share, List<String> figures) {
        int room = columns - FREE - SPINNER - title.length() - SHORTEST;
        var shown = new StringBuilder();
        for (String figure : figures) {
            if (shown.length() + figure.length() + 2 > room) {
                break;
            }
            shown.append("  ").append(figure);
        }
        int width = Math.min(LONGEST, SHORTEST + Math.max(0, room - shown.length()));
        int filled = (int) Math.round(Math.clamp(share, 0, 1) * width);
        return StyledText.of(title)
                .and(Style.GREEN, "━".repeat(filled))
                .and(Style.DIM, "─".repeat(width - filled))
                .and(shown.toString());
    }
}
