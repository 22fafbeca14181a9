package dev.stoker.lab.comparison;

import dev.stoker.core.PrintableText;
import dev.stoker.telemetry.chart.BarChart;
import dev.stoker.telemetry.chart.Drawing;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as a page that needs nothing else. */
final class ComparisonPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        """;

    private static final String STYLE = """
        body { margin: 0 auto; padding: 1rem; max-width: 1100px; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-bottom: 0; } .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid var(--grid); white-space: nowrap; }
        th { color: var(--quiet); font-weight: 500; } .name { text-align: left; font-weight: 600; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
        .charts svg { width: 100%; height: auto; }
        """;

    private ComparisonPage() {}

    static String html(Comparison comparison, List<String> verdict) {
        var table = ComparisonTable.of(comparison);
        String title = escaped(comparison.title());
        return HEAD
                + "<title>%s</title>%n<style>%n%s%s</style>%n</head>%n<body>%n<h1>%s</h1>%n"
                        .formatted(title, Drawing.style(), STYLE, title)
                + list(verdict)
                + "<div class=\"scroll\"><table>\n%s</table></div>\n".formatted(rows(table))
                + list(table.notes())
                + charts(ComparisonChart.of(comparison))
                + "</body>\n</html>\n";
    }

    private static String charts(List<BarChart> charts) {
        var text = new StringBuilder("<div class=\"charts\">\n");
        for (int i = 0; i < charts.size(); i++) {
            text.append("<section><h2>%s</h2>%n%s</section>%n"
                    .formatted(escaped(charts.get(i).title()), charts.get(i).element("chart" + i)));
        }
        return text.append("</div>\n").toString();
    }

    private static String list(List<String> sentences) {
        return sentences.isEmpty()
                ? ""
                : sentences.stream()
                        .map(sentence -> "<li>" + escaped(sentence) + "</li>\n")
                        .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    }

    private static String rows(ComparisonTable table) {
        var text = new StringBuilder(row(table.titles(), table.names(), "th"));
        table.rows().forEach(cells -> text.append(row(cells, table.names(), "td")));
        return text.toString();
    }

    private static String row(List<String> cells, int names, String tag) {
        var text = new StringBuilder("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            text.append("<%s%s>%s</%s>".formatted(tag, i < names ? " class=\"name\"" : "", escaped(cells.get(i)), tag));
        }
        return text.append("</tr>\n").toString();
    }

    static String escaped(String text) {
        return PrintableText.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
