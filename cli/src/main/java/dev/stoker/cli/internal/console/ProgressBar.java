package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import java.io.PrintStream;

/** One line of a terminal that is redrawn in place, at most ten times a second. */
final class ProgressBar {
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final int BAR_WIDTH = 24;
    private static final String ERASE = "\r\u001b[2K";

    private final PrintStream out;
    private final boolean live;
    private final int columns;
    private long lastDrawn = System.nanoTime() - INTERVAL_NANOS;
    private boolean visible;

    ProgressBar(PrintStream out, boolean live, int columns) {
        this.out = out;
        this.live = live;
        this.columns = columns;
    }

    boolean isLive() {
        return live;
    }

    void show(String before, double share, String after) {
        int filled = (int) Math.round(share * BAR_WIDTH);
        show(before + "━".repeat(filled) + "─".repeat(BAR_WIDTH - filled) + after);
    }

    void show(String line) {
        if (!live || System.nanoTime() - lastDrawn < INTERVAL_NANOS) {
            return;
        }
        lastDrawn = System.nanoTime();
        String text = PrintableText.of(line);
        out.print(ERASE + text.substring(0, Math.min(text.length(), columns - 1)));
        out.flush();
        visible = true;
    }

    void clear() {
        if (visible) {
            out.print(ERASE);
            out.flush();
            visible = false;
        }
    }
}
