package dev.stoker.telemetry.chart;

import java.util.Locale;

/** Text of a page that holds one drawing and needs nothing else; colors follow the reader's choice of light or dark. */
final class SvgPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>TITLE</title>
        <style>
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #6b7480; --grid: #e4e8ec; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14181d; --ink: #e8ebee; --quiet: #98a2ad; --grid: #2a3138; }
        }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 14px system-ui, sans-serif; }
        svg { display: block; width: 100%; max-width: WIDTHpx; margin: 1rem auto; height: auto; }
        text { fill: var(--ink); } .quiet { fill: var(--quiet); font-size: 13px; }
        .title { font-size: 20px; font-weight: 600; } .grid { stroke: var(--grid); } .end { text-anchor: end; }
        .middle { text-anchor: middle; }
        STYLE</style>
        </head>
        <body>
        """;

    private final StringBuilder page = new StringBuilder();

    /** {@code widest} is the most pixels that the drawing takes on a screen. */
    SvgPage(String title, String style, int width, int height, int widest) {
        page.append(HEAD.replace("WIDTH", Integer.toString(widest))
                .replace("STYLE", style)
                .replace("TITLE", escaped(title)));
        add("<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>", width, height, escaped(title));
    }

    void text(double x, double y, String style, String text) {
        add("<text class='%s' x='%.1f' y='%.1f'>%s</text>", style, x, y, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its library is not one of ours
    void add(String format, Object... values) {
        page.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    String end() {
        return page.append("</svg>\n</body>\n</html>\n").toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}
