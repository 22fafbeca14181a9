package dev.stoker.cli;

import dev.stoker.telemetry.chart.Chart;
import dev.stoker.train.BatchPoint;
import java.nio.file.Path;
import java.util.List;

/** What a search has found, on a terminal. */
final class Findings {
    private Findings() {}

    static void show(Chart chart, Path folder, String name) {
        System.out.println(chart.title() + " (" + chart.subtitle() + ")");
        System.out.println();
        chart.text(Terminal.columns()).forEach(System.out::println);
        System.out.println();
        chart.marks().forEach(mark -> System.out.println("  " + (mark.chosen() ? "┃ " : "┊ ") + mark.title()));
        row("pictures", folder.resolve(name + ".png") + ", " + name + ".html; numbers: " + name + ".json");
    }

    static void table(List<BatchPoint> points) {
        System.out.printf("  %8s %12s %12s %12s%n", "batch", "images/s", "memory", "in use");
        for (var point : points) {
            String used = point.utilisation().isPresent()
                    ? "%.0f %%".formatted(100 * point.utilisation().getAsDouble())
                    : "–";
            System.out.printf(
                    "  %,8d %,12.0f %12s %12s%n", point.batch(), point.imagesPerSecond(), point.memory(), used);
        }
    }

    static void row(String title, String value) {
        System.out.println("  %-10s %s".formatted(title, value));
    }
}
