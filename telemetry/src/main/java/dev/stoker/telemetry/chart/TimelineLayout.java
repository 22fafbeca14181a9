package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** The positions of the parts of a timeline, in pixels. */
final class TimelineLayout {
    static final int WIDTH = 1280;
    static final int LEFT = 132;
    static final int RIGHT = WIDTH - 76;
    static final int TITLE = 36;
    static final int SUBTITLE = 60;
    static final int SQUARE = 12;

    private static final int LEGEND = 90;

    /** An estimate of the width of a character of the legend, on the wide side: fonts differ by reader. */
    private static final double CHARACTER = 7.2;

    private static final int LEGEND_LINE = 22;
    private static final int ROW = 26;
    private static final int BAR = 19;
    private static final int BOTTOM = 56;
    private static final int TICKS = 12;
    private static final double NARROWEST = 0.7;
    private static final double WIDE = 12;
    private static final double HAIR = 0.8;
    private static final int INSET = 4;
    private static final int MAX_DEPTH = 2;

    private final Timeline timeline;
    private final List<Entry> legend = new ArrayList<>();
    private final int top;

    /** A kind and the position of its square. */
    record Entry(Timeline.Kind kind, double x, int y) {}

    /** A bar's rectangle. */
    record Box(double x, double y, double width, double height) {}

    TimelineLayout(Timeline timeline) {
        this.timeline = timeline;
        double x = LEFT;
        int y = LEGEND;
        for (var kind : timeline.kinds()) {
            double width = SQUARE + 34 + CHARACTER * kind.title().length();
            if (x > LEFT && x + width > RIGHT) {
                x = LEFT;
                y += LEGEND_LINE;
            }
            legend.add(new Entry(kind, x, y));
            x += width;
        }
        top = y + LEGEND_LINE;
    }

    List<Entry> legend() {
        return legend;
    }

    int top() {
        return top;
    }

    int bottom() {
        return top(timeline.lanes().size());
    }

    int height() {
        return bottom() + BOTTOM;
    }

    /** The top of a lane's row. */
    int top(int lane) {
        return top + lane * ROW;
    }

    /** The baseline of a lane's text. */
    double textLine(int lane) {
        return top(lane) + ROW / 2.0 + 4;
    }

    List<Double> ticks() {
        return ChartAxes.linearTicks(0, timeline.length(), TICKS);
    }

    double x(double at) {
        return LEFT + Math.clamp(at / timeline.length(), 0, 1) * (RIGHT - LEFT);
    }

    Box box(int lane, Timeline.Bar bar) {
        int inset = INSET * Math.min(bar.depth(), MAX_DEPTH);
        double from = x(bar.from());
        double length = x(bar.to()) - from;
        // A thin gap separates bars that follow each other without a pause.
        double width = length > WIDE ? length - HAIR : Math.max(NARROWEST, length);
        return new Box(from, top(lane) + (ROW - BAR) / 2.0 + inset, width, BAR - 2 * inset);
    }

    /** Sparse bars stay visible. */
    static double opacity(Timeline.Bar bar) {
        return 0.3 + 0.7 * Math.clamp(bar.density(), 0, 1);
    }
}
