package dev.stoker.job.deploy;

import dev.stoker.core.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Variants of a model as cells.
 *
 * @param rows a text for each title; the first names a variant and the last is what must be said of it
 */
public record VariantTable(List<String> titles, List<List<String>> rows) {

    public VariantTable {
        titles = List.copyOf(titles);
        rows = rows.stream().map(List::copyOf).toList();
    }

    public static VariantTable of(OptimizeReport report) {
        return new VariantTable(
                List.of("variant", report.metric(), "p50 ms", "p99 ms", "images/s", "size", "gzip", ""),
                report.variants().stream().map(VariantTable::row).toList());
    }

    private static List<String> row(ModelVariant variant) {
        var speed = variant.speed();
        return List.of(
                variant.name(),
                text("%.2f %%", 100 * variant.accuracy()),
                text("%.3f", speed.latencyMedian()),
                text("%.3f", speed.latency99()),
                text("%,.0f", speed.throughput()),
                new Bytes(variant.size()).toString(),
                new Bytes(variant.compressed()).toString(),
                String.join("; ", notes(variant)));
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static List<String> notes(ModelVariant variant) {
        var notes = new ArrayList<String>();
        if (!variant.accepted()) {
            notes.add("loses more than allowed");
        }
        if (!variant.floatLayers().isEmpty()) {
            notes.add("in floats: " + String.join(", ", variant.floatLayers()));
        }
        if (!variant.sparsity().isEmpty()) {
            var shares = variant.sparsity().values();
            notes.add("zeros: %s to %s %% of a layer"
                    .formatted(
                            text(
                                    "%.0f",
                                    100
                                            * shares.stream()
                                                    .mapToDouble(each -> each)
                                                    .min()
                                                    .orElse(0)),
                            text(
                                    "%.0f",
                                    100
                                            * shares.stream()
                                                    .mapToDouble(each -> each)
                                                    .max()
                                                    .orElse(0))));
        }
        return notes;
    }

    /** Lines for a terminal: names on the left, figures on the right. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(line(titles));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        int last = cells.size() - 1;
        for (int i = 0; i < last; i++) {
            String space = " ".repeat(width(i) - cells.get(i).length());
            line.append(i == 0 ? cells.get(i) + space : "  " + space + cells.get(i));
        }
        return (line + "  " + cells.get(last)).stripTrailing();
    }

    private int width(int column) {
        return Math.max(
                titles.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }

    /** As Markdown. */
    public String markdown() {
        return markdown(titles)
                + markdown(titles.stream().map(_ -> "---").toList())
                + rows.stream().map(VariantTable::markdown).collect(Collectors.joining());
    }

    private static String markdown(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
