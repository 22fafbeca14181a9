package dev.stoker.telemetry.chart;

/** The SVG of every kind of drawing. */
final class Drawings {
    private Drawings() {}

    static SvgDocument svg(Drawing drawing, DrawingSize size) {
        return switch (drawing) {
            case Chart chart -> ChartSvg.of(chart, size);
            case BarChart bars -> BarChartSvg.of(bars, size);
            case StackedBars bars -> StackedBarsSvg.of(bars, size);
            case StackedAreas areas -> StackedAreasSvg.of(areas, size);
            case ScatterChart points -> ScatterChartSvg.of(points, size);
        };
    }

    /** A document with the titles of its drawing, where the size has room for them. */
    static SvgDocument document(String title, String subtitle, DrawingSize size, double height) {
        var document = new SvgDocument(title, ChartSvg.STYLE, size.width(), (int) Math.ceil(height));
        if (size.titled()) {
            document.text(size.left(), 34, "title", title);
            document.text(size.left(), 58, "quiet", subtitle);
        }
        return document;
    }
}
