package dev.stoker.job.internal.report;

import dev.stoker.telemetry.chart.Drawing;
import dev.stoker.telemetry.chart.ScatterChart;
import java.util.List;

/** A page of one table and some charts, in one file that needs no network. */
public record ChartPage(String title, List<String> columns, List<List<String>> rows, List<ScatterChart> charts) {
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
        th { color: var(--quiet); font-weight: 500; }
        th:first-child, td:first-child, td:last-child { text-align: left; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
        .charts svg { width: 100%; height: auto; }
        """;

    public ChartPage {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        charts = List.copyOf(charts);
    }

    public String html() {
        var page = new Html().markup(HEAD).add("<title>%s</title>", title);
        page.markup("<style>\n" + Drawing.style() + STYLE + "</style>\n</head>\n<body>\n");
        page.add("<h1>%s</h1>", title).markup("<div class=\"scroll\"><table>\n");
        addRow(page, columns, "<th>%s</th>");
        rows.forEach(cells -> addRow(page, cells, "<td>%s</td>"));
        page.markup("</table></div>\n<div class=\"charts\">\n");
        for (int i = 0; i < charts.size(); i++) {
            page.add("<section><h2>%s</h2>", charts.get(i).title());
            page.markup(charts.get(i).element("chart" + i)).markup("</section>\n");
        }
        return page.markup("</div>\n</body>\n</html>\n").toString();
    }

    private static void addRow(Html page, List<String> cells, String format) {
        page.markup("<tr>");
        cells.forEach(cell -> page.add(format, cell));
        page.markup("</tr>\n");
    }
}
