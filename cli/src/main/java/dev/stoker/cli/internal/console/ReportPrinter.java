package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.train.search.BatchSizeMeasurement;
import java.nio.file.Path;
import java.util.List;

/** Prints the result of a tuning as text. */
public final class ReportPrinter {
    private ReportPrinter() {}

    public static void show(Chart chart, Path folder, String name) {
        print(chart.title() + " (" + chart.subtitle() + ")");
        System.out.println();
        chart.text(Terminal.columns()).forEach(ReportPrinter::print);
        System.out.println();
        chart.marks().forEach(mark -> print("  " + (mark.chosen() ? "┃ " : "┊ ") + mark.title()));
        row("charts", folder.resolve(name + ".svg") + ", " + name + ".html; numbers: " + name + ".json");
    }

    public static void table(List<BatchSizeMeasurement> points) {
        System.out.printf("  %8s %12s %12s %12s%n", "batch", "images/s", "memory", "utilization");
        for (var point : points) {
            String used = point.utilization().isPresent()
                    ? "%.0f %%".formatted(100 * point.utilization().getAsDouble())
                    : "–";
            System.out.printf(
                    "  %,8d %,12.0f %12s %12s%n", point.batch(), point.imagesPerSecond(), point.memory(), used);
        }
    }

    public static void row(String title, String value) {
        print("  %-10s %s".formatted(title, value));
    }

    private static void print(String line) {
        System.out.println(PrintableText.of(line));
    }
}
