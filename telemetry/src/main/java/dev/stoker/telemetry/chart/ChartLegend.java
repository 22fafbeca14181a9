package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The names of what is drawn in each color, in as many lines as they need. */
final class ChartLegend {
    static final int LINE = 20;

    /** An estimate of the width of a character, on the wide side: fonts differ by reader. */
    private static final double CHARACTER = 7;

    private static final int SAMPLE = 22;
    private static final int GAP = 18;

    private final List<Entry> entries = new ArrayList<>();
    private final int lines;

    private record Entry(int series, String title, double x, int line) {}

    /** What is not shown has no name, and keeps its color. */
    ChartLegend(List<String> titles, IntPredicate shown, DrawingSize size) {
        double x = size.left();
        int line = 0;
        for (int i = 0; i < titles.size(); i++) {
            if (!shown.test(i)) {
                continue;
            }
            String title = titles.get(i);
            double width = SAMPLE + 6 + CHARACTER * title.length();
            if (x > size.left() && x + width > size.width() - size.right()) {
                x = size.left();
                line++;
            }
            entries.add(new Entry(i, title, x, line));
            x += width + GAP;
        }
        lines = entries.isEmpty() ? 0 : line + 1;
    }

    int height() {
        return lines * LINE;
    }

    /** A piece of each curve. */
    void drawLines(SvgDocument drawing, double top) {
        for (var entry : entries) {
            double y = baseline(top, entry) - 4;
            drawing.add(
                    "<line class='curve %s' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>",
                    SeriesStyle.line(entry.series), entry.x, y, entry.x + SAMPLE, y);
            name(drawing, top, entry);
        }
    }

    /** A square of each color. */
    void drawFills(SvgDocument drawing, double top) {
        for (var entry : entries) {
            drawing.add(
                    "<rect class='%s' x='%.1f' y='%.1f' width='12' height='12' rx='2'/>",
                    SeriesStyle.fill(entry.series), entry.x + SAMPLE - 12, baseline(top, entry) - 10);
            name(drawing, top, entry);
        }
    }

    private static void name(SvgDocument drawing, double top, Entry entry) {
        drawing.text(entry.x + SAMPLE + 6, baseline(top, entry), "quiet", entry.title);
    }

    private static double baseline(double top, Entry entry) {
        return top + entry.line * LINE + 13;
    }
}
