package dev.stoker.cli.internal.command;

import dev.stoker.core.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The kernels of a step in 80 columns: a line for each group, kernel or layer. */
public final class RooflineTable {
    private static final int NAME_WIDTH = 28;

    /** A column: where its number is in a row, its title, and how it is written. */
    private record Column(String key, String title, String format, double factor) {
        static Column of(String key, String title, String format) {
            return new Column(key, title, format, 1);
        }

        static Column percent(String key, String title) {
            return new Column(key, title, "%.1f%%", 100);
        }

        String text(Map<?, ?> row) {
            return row.get(key) instanceof Double number ? format.formatted(factor * number) : "";
        }

        int width() {
            return Math.max(6, title.length());
        }
    }

    private static final List<Column> OF_KERNELS = List.of(
            Column.of("kernels", "kernels", "%,.0f"),
            Column.of("milliseconds", "ms", "%,.2f"),
            Column.percent("share", "share"),
            Column.of("gigabytes", "GB", "%,.2f"),
            Column.percent("share_of_bandwidth", "bandw."),
            Column.of("teraflops", "TFLOP/s", "%,.0f"),
            Column.percent("share_of_peak", "peak"));

    private static final List<Column> OF_LAYERS = List.of(
            Column.of("forward_milliseconds", "fwd ms", "%,.2f"),
            Column.of("backward_milliseconds", "bwd ms", "%,.2f"),
            Column.percent("share", "share"),
            Column.of("gigabytes", "GB", "%,.2f"),
            Column.percent("share_of_bandwidth", "bandw."),
            Column.percent("share_of_peak", "peak"),
            Column.percent("share_of_roofline", "roofline"));

    private RooflineTable() {}

    /** {@code rows} begin with a name; numbers that no row has get no column. */
    public static List<String> lines(String title, List<? extends Map<?, ?>> rows) {
        boolean layers = rows.stream().anyMatch(row -> row.containsKey("forward_milliseconds"));
        var columns = (layers ? OF_LAYERS : OF_KERNELS)
                .stream()
                        .filter(column -> rows.stream().anyMatch(row -> row.containsKey(column.key)))
                        .toList();
        var lines = new ArrayList<String>();
        lines.add(line(title, columns.stream().map(Column::title).toList(), columns));
        for (var row : rows) {
            String name =
                    PrintableText.of(String.valueOf(row.values().iterator().next()));
            lines.add(line(
                    "  " + name,
                    columns.stream().map(column -> column.text(row)).toList(),
                    columns));
        }
        return lines;
    }

    private static String line(String name, List<String> texts, List<Column> columns) {
        var line = new StringBuilder(("%-" + NAME_WIDTH + "s").formatted(KernelLabel.within(NAME_WIDTH, name)));
        for (int i = 0; i < texts.size(); i++) {
            line.append((" %" + columns.get(i).width() + "s").formatted(texts.get(i)));
        }
        return line.toString().stripTrailing();
    }
}
