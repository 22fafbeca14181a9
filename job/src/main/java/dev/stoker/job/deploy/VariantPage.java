package dev.stoker.job.deploy;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.internal.report.ChartPage;
import dev.stoker.telemetry.chart.ScatterChart;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A report of variants as files: a table in Markdown, and a page with charts of size, accuracy and speed. */
record VariantPage(OptimizeReport report) {
    void write(Path folder) {
        AtomicFile.write(folder.resolve("report.md"), markdown());
        AtomicFile.write(folder.resolve("report.html"), html());
    }

    private String title() {
        return "%s on %,d validation images of %s".formatted(report.model(), report.samples(), report.data());
    }

    private String markdown() {
        return "# %s%n%n%s".formatted(title(), VariantTable.of(report).markdown());
    }

    private String html() {
        var table = VariantTable.of(report);
        return new ChartPage(title(), table.titles(), table.rows(), charts()).html();
    }

    private List<ScatterChart> charts() {
        return List.of(
                chart("Size and " + report.metric(), "compressed size in KiB", each -> each.compressed() / 1024.0),
                chart(
                        "Speed and " + report.metric(),
                        "images/s in batches of %d"
                                .formatted(report.variants().getFirst().speed().batch()),
                        each -> each.speed().throughput()));
    }

    private ScatterChart chart(String title, String axis, ToDoubleFunction<ModelVariant> value) {
        var points = report.variants().stream()
                .map(each -> new ScatterChart.Point(value.applyAsDouble(each), 100 * each.accuracy(), each.name()))
                .toList();
        return new ScatterChart(
                title,
                title(),
                new ScatterChart.Axis(axis, true),
                new ScatterChart.Axis(report.metric() + " in percent", false),
                List.of(new ScatterChart.Series("variants", points)));
    }
}
