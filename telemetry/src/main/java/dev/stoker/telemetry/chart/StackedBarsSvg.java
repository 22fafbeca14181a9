package dev.stoker.telemetry.chart;

/** Stacked bars as an SVG drawing. */
final class StackedBarsSvg {
    private static final int ROW = 30;
    private static final int BAR = 20;
    private static final int WIDEST_TITLE = 200;
    private static final double CHARACTER = 7;

    /** A number that is wider than its part is left out. */
    private static final int LABELED = 34;

    private final StackedBars chart;
    private final DrawingSize size;
    private final ChartLegend legend;
    private final double left;
    private final SvgDocument drawing;

    private StackedBarsSvg(StackedBars chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        legend = new ChartLegend(chart.shares(), chart::isShown, size);
        left = left(chart, size);
        int height = top(chart.bars().size()) + 8;
        drawing = Drawings.document(chart.title(), chart.subtitle(), size, height);
    }

    /** As much as the longest title needs, but no more than two fifths of the width. */
    private static double left(StackedBars chart, DrawingSize size) {
        double longest = CHARACTER
                * chart.bars().stream()
                        .mapToInt(bar -> bar.title().length())
                        .max()
                        .orElse(0);
        return Math.clamp(longest + 12, size.left(), Math.min(WIDEST_TITLE, 0.4 * size.width()));
    }

    static SvgDocument of(StackedBars chart, DrawingSize size) {
        var svg = new StackedBarsSvg(chart, size);
        svg.legend.drawFills(svg.drawing, size.top());
        for (int i = 0; i < chart.bars().size(); i++) {
            svg.bar(chart.bars().get(i), svg.top(i));
        }
        return svg.drawing;
    }

    private int top(int row) {
        return size.top() + legend.height() + 10 + row * ROW;
    }

    private void bar(StackedBars.Bar bar, int top) {
        drawing.text(left - 10, top + 15, "quiet end", ShortText.of(bar.title(), (int) (left / CHARACTER)));
        double x = left;
        for (int i = 0; i < chart.shares().size(); i++) {
            double width = bar.share(i) * (size.width() - size.right() - left);
            part(bar, i, x, top, width);
            x += width;
        }
    }

    private void part(StackedBars.Bar bar, int share, double x, int top, double width) {
        if (width <= 0.05) {
            return;
        }
        drawing.add(
                "<rect class='%s cut' x='%.1f' y='%d' width='%.1f' height='%d'><title>%s: %s %.1f %%</title></rect>",
                SeriesStyle.fill(share),
                x,
                top,
                width,
                BAR,
                SvgDocument.escaped(bar.title()),
                SvgDocument.escaped(chart.shares().get(share)),
                100 * bar.share(share));
        if (width >= LABELED) {
            drawing.text(x + width / 2, top + 14.5, "on middle", "%.0f%%".formatted(100 * bar.share(share)));
        }
    }
}
