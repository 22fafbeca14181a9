package dev.stoker.telemetry.chart;

import dev.stoker.core.PrintableText;
import java.util.Locale;

/**
 * One SVG drawing, as a file of its own or inside an HTML page; neither needs anything else. Colors follow the reader's
 * choice of light or dark.
 */
final class SvgDocument {
    private static final String STYLE = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #6b7480; --grid: #e4e8ec; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14181d; --ink: #e8ebee; --quiet: #98a2ad; --grid: #2a3138; }
        }
        text { fill: var(--ink); } .quiet { fill: var(--quiet); font-size: 13px; }
        .title { font-size: 20px; font-weight: 600; } .grid { stroke: var(--grid); } .end { text-anchor: end; }
        .middle { text-anchor: middle; } .on { fill: var(--paper); font-size: 12px; }
        """;

    private static final String PAGE = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>TITLE</title>
        <style>
        body { margin: 0; background: var(--paper); color: var(--ink); font: 14px system-ui, sans-serif; }
        svg { display: block; width: 100%; max-width: WIDTHpx; margin: 1rem auto; height: auto; }
        STYLE</style>
        </head>
        <body>
        DRAWING</body>
        </html>
        """;

    private static final String FILE = """
        <svg xmlns='http://www.w3.org/2000/svg' ATTRIBUTES>
        <style>
        svg { background: var(--paper); font: 14px system-ui, sans-serif; }
        STYLE</style>
        """;

    private final StringBuilder elements = new StringBuilder();
    private final String title;
    private final String style;
    private final int width;
    private final int height;

    SvgDocument(String title, String style, int width, int height) {
        this.title = escaped(title);
        this.style = STYLE + SeriesStyle.CSS + style;
        this.width = width;
        this.height = height;
    }

    void text(double x, double y, String style, String text) {
        add("<text class='%s' x='%.1f' y='%.1f'>%s</text>", style, x, y, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are not a dependency
    void add(String format, Object... values) {
        elements.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** A file that browsers and Markdown show as an image. */
    String svg() {
        String attributes = "width='%d' height='%d' ".formatted(width, height) + attributes();
        return FILE.replace("ATTRIBUTES", attributes).replace("STYLE", style) + elements + "</svg>\n";
    }

    /** An element of a page that has {@link #pageStyle}. */
    String element() {
        return "<svg " + attributes() + ">\n" + elements + "</svg>\n";
    }

    /** The style sheet of a page with elements. */
    static String pageStyle() {
        return STYLE + SeriesStyle.CSS + ChartSvg.STYLE;
    }

    /** A page that shows the drawing at most {@code maxWidth} pixels wide. */
    String html(int maxWidth) {
        return PAGE.replace("WIDTH", Integer.toString(maxWidth))
                .replace("STYLE", style)
                .replace("TITLE", title)
                .replace("DRAWING", element());
    }

    private String attributes() {
        return "viewBox='0 0 %d %d' role='img' aria-label='%s'".formatted(width, height, title);
    }

    static String escaped(String text) {
        return PrintableText.of(text) // most control characters are not allowed in XML, not even as entities
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}
