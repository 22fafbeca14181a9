package dev.stoker.job.internal.report;

import dev.stoker.telemetry.chart.BarChart;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.chart.Drawing;
import dev.stoker.telemetry.chart.StackedAreas;
import dev.stoker.telemetry.chart.StackedBars;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Draws how fast a run was, and where its time went; the first epoch, which holds warm-up, apart. */
record TimeCharts(RunMetrics metrics, List<EpochLine> epochs) {
    /** More bars than these are a curve. */
    private static final int MOST_BARS = 20;

    Optional<Drawing> throughput() {
        var fast = epochs.stream().filter(epoch -> epoch.imagesPerSecond() > 0).toList();
        if (fast.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(fast.size() <= MOST_BARS ? bars(fast) : curve(fast));
    }

    private static Drawing bars(List<EpochLine> epochs) {
        boolean apart = epochs.getFirst().number() == 1 && epochs.size() > 1;
        var groups = epochs.stream()
                .map(epoch -> new BarChart.Group("epoch " + epoch.number(), values(epoch, apart)))
                .toList();
        return new BarChart(
                "Throughput",
                "",
                "images/s",
                apart ? List.of("epoch", "first epoch, with warm-up") : List.of("epoch"),
                shortened(groups));
    }

    /** A group has the bar of one series only; the other is not a number, which is not drawn. */
    private static List<Double> values(EpochLine epoch, boolean apart) {
        if (!apart) {
            return List.of(epoch.imagesPerSecond());
        }
        return epoch.number() == 1
                ? List.of(Double.NaN, epoch.imagesPerSecond())
                : List.of(epoch.imagesPerSecond(), Double.NaN);
    }

    private static List<BarChart.Group> shortened(List<BarChart.Group> groups) {
        return groups.size() <= 6
                ? groups
                : groups.stream()
                        .map(group -> new BarChart.Group(group.title().replace("epoch ", ""), group.values()))
                        .toList();
    }

    private static Drawing curve(List<EpochLine> epochs) {
        var points = epochs.stream()
                .map(epoch -> new Chart.Point(epoch.number(), epoch.imagesPerSecond()))
                .toList();
        boolean first = epochs.getFirst().number() == 1;
        var lines = new ArrayList<Chart.Line>();
        lines.add(new Chart.Line("epochs", Sparse.of(first ? points.subList(1, points.size()) : points), false));
        if (first) {
            lines.add(new Chart.Line("first epoch, with warm-up", points.subList(0, 1), false));
        }
        return new Chart(
                "Throughput",
                "",
                "epoch",
                Chart.LINEAR,
                List.of(new Chart.Panel("images/s", lines, OptionalDouble.empty())),
                List.of());
    }

    /** Of the first epoch, of the others, and of all together. */
    Optional<Drawing> breakdown() {
        var measured = epochs.stream().filter(EpochLine::hasShares).toList();
        var bars = new ArrayList<StackedBars.Bar>();
        if (measured.size() > 1 && measured.getFirst().number() == 1) {
            bars.add(new StackedBars.Bar("first epoch", measured.getFirst().shares()));
            bars.add(new StackedBars.Bar(
                    measured.size() == 2 ? "second epoch" : "others",
                    TimeShares.mean(measured.subList(1, measured.size()))));
        }
        if (!measured.isEmpty()) {
            bars.add(new StackedBars.Bar("whole run", TimeShares.mean(measured)));
        }
        bars.removeIf(
                bar -> bar.values().stream().mapToDouble(Double::doubleValue).sum() == 0);
        return bars.isEmpty()
                ? Optional.empty()
                : Optional.of(new StackedBars("Time breakdown", "", TimeShares.NAMES, bars));
    }

    /** By epochs, or by steps where there are few epochs; steps have the shares since their epoch began. */
    Optional<Drawing> overTime() {
        boolean byEpoch = epochs.size() >= 8;
        var columns = new ArrayList<StackedAreas.Column>();
        for (var line : Sparse.of(metrics.ofKind(byEpoch ? "epoch" : "step").toList())) {
            var shares = TimeShares.of(line);
            boolean later = columns.isEmpty() || line.step() > columns.getLast().x();
            if (later && shares.stream().mapToDouble(Double::doubleValue).sum() > 0) {
                columns.add(new StackedAreas.Column(line.step(), shares));
            }
        }
        return columns.size() < 3
                ? Optional.empty()
                : Optional.of(new StackedAreas("Time breakdown over the run", "", "step", TimeShares.NAMES, columns));
    }
}
