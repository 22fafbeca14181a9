package dev.stoker.lab.comparison;

import dev.stoker.core.PrintableText;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as a page that needs nothing else. */
final class ComparisonPage {
    private static final String PAGE = """
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
        body { margin: 0 auto; padding: 1rem; max-width: 1100px; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.3rem; } .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid var(--grid); white-space: nowrap; }
        th { color: var(--quiet); font-weight: 500; } .name { text-align: left; font-weight: 600; }
        STYLE</style>
        </head>
        <body>
        <h1>TITLE</h1>
        VERDICT<div class="scroll"><table>
        TABLE</table></div>
        NOTESCHARTS</body>
        </html>
        """;

    private ComparisonPage() {}

    static String html(String title, ComparisonTable table, List<String> verdict, String style, String charts) {
        return PAGE.replace("STYLE", style)
                .replace("TITLE", escaped(title))
                .replace("VERDICT", list(verdict))
                .replace("TABLE", rows(table))
                .replace("NOTES", list(table.notes()))
                .replace("CHARTS", charts);
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
