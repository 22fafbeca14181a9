package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import java.io.PrintStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last line of a terminal: drawn at once, then redrawn in place twice a second by a thread of its own, so that it moves
 * while the others compute, and none of them waits for a slow terminal.
 */
final class ProgressBar implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 500;
    private static final String ERASE = "\r\u001b[2K";
    private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

    private final PrintStream out;
    private final boolean live;
    private final boolean colors;
    private final int columns;
    private @Nullable Supplier<StyledText> line;
    private @Nullable Thread redrawing;
    private boolean visible;
    private int drawn;

    ProgressBar(PrintStream out, boolean live, boolean colors, int columns) {
        this.out = out;
        this.live = live;
        this.colors = colors;
        this.columns = columns;
    }

    boolean isLive() {
        return live;
    }

    /** Shows a line from now on; it is asked for each time it is drawn, and must be quick. */
    synchronized void show(Supplier<StyledText> content) {
        if (!live) {
            return;
        }
        line = content;
        if (redrawing == null) {
            redrawing = Thread.ofPlatform().name("progress").daemon().start(this::redraw);
        }
        if (!visible) {
            draw();
        }
    }

    void show(String before, double share, String after) {
        show(() -> ProgressLine.of(columns, before, share, after.strip()));
    }

    void show(String text) {
        show(() -> StyledText.of(text));
    }

    int columns() {
        return columns;
    }

    private synchronized void redraw() {
        try {
            while (redrawing != null) {
                wait(INTERVAL_MILLIS);
                draw();
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private synchronized void draw() {
        if (line == null) {
            return;
        }
        var text = StyledText.of(Style.CYAN, SPINNER.charAt(drawn++ % SPINNER.length()) + " ");
        for (var span : line.get().spans()) {
            text = text.and(span.style(), span.text());
        }
        out.print(ERASE + text.cut(columns - ProgressLine.FREE).text(colors));
        out.flush();
        visible = true;
    }

    /** Prints what stays above the line. */
    synchronized void printAbove(PrintStream to, String text) {
        erase();
        to.println(text);
        if (line != null) {
            draw();
        }
    }

    private void erase() {
        if (visible) {
            out.print(ERASE);
            out.flush();
            visible = false;
        }
    }

    /** Shows no line until the next one. */
    synchronized void clear() {
        line = null;
        erase();
    }

    /** Clears the line and ends the thread that draws it. */
    @Override
    public void close() {
        Thread drawing;
        synchronized (this) {
            clear();
            drawing = redrawing;
            redrawing = null;
        }
        if (drawing != null) {
            drawing.interrupt();
            try {
                drawing.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
