package dev.stoker.job.internal.report;

import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.MetricsReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** What machine and GPUs were doing, from the samples that a run keeps. */
final class Utilization {
    private static final int MOST_GPUS = 8;
    private static final double NOTABLE_DIFFERENCE = 0.10;
    private static final double IDLE = 0.02;

    private final List<MetricsLine> samples;

    private Utilization(List<MetricsLine> samples) {
        this.samples = samples;
    }

    /** Without samples where there is no file; of a long run an even part of them. */
    static Utilization read(Path file) {
        var samples = new EvenSample<MetricsLine>();
        new MetricsReader(file).forEach(samples::add);
        return new Utilization(samples.values());
    }

    /** The shares of GPUs and of all cores that were busy, over the seconds of the run. */
    Optional<Chart> chart(int cores) {
        var lines = new ArrayList<Chart.Line>();
        for (int gpu : gpus()) {
            lines.add(line("GPU " + gpu, "gpu%d_utilization".formatted(gpu), 100));
        }
        lines.add(line("CPU (this run)", "process_cpu_cores", 100.0 / cores));
        lines.add(line("CPU (machine)", "machine_cpu_cores", 100.0 / cores));
        lines.removeIf(line -> line.points().size() < 2);
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        "Utilization",
                        "",
                        "seconds",
                        Chart.LINEAR,
                        List.of(Chart.Panel.percent("%", lines)),
                        List.of()));
    }

    private Chart.Line line(String title, String key, double factor) {
        var points = new ArrayList<Chart.Point>();
        for (var sample : Sparse.of(samples)) {
            var time = sample.number("time");
            var value = sample.number(key);
            if (time.isPresent() && value.isPresent() && isLater(points, time.getAsDouble())) {
                points.add(new Chart.Point(time.getAsDouble(), Math.clamp(factor * value.getAsDouble(), 0, 100)));
            }
        }
        return new Chart.Line(title, points, false);
    }

    /** A run that was resumed counts its seconds from 0 again. */
    private static boolean isLater(List<Chart.Point> points, double time) {
        return points.isEmpty() || time > points.getLast().x();
    }

    private List<Integer> gpus() {
        return IntStream.range(0, MOST_GPUS)
                .filter(gpu -> median("gpu%d_utilization".formatted(gpu)).isPresent())
                .boxed()
                .toList();
    }

    OptionalDouble median(String key) {
        var values = new ArrayList<>(samples.stream()
                .flatMapToDouble(sample -> sample.number(key).stream())
                .boxed()
                .toList());
        Collections.sort(values);
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(values.get(values.size() / 2));
    }

    /** What of it a reader should know, in sentences. */
    List<String> findings() {
        var findings = new ArrayList<String>();
        var gpus = gpus();
        var busy = gpus.stream().filter(gpu -> utilization(gpu) > IDLE).toList();
        if (busy.size() > 1) {
            imbalance(busy).ifPresent(findings::add);
        }
        if (!busy.isEmpty() && busy.size() < gpus.size()) {
            findings.add("%d of %d GPUs were idle.".formatted(gpus.size() - busy.size(), gpus.size()));
        }
        for (int gpu : gpus) {
            long throttled = samples.stream()
                    .filter(sample -> sample.text().contains("\"gpu%d_throttling\"".formatted(gpu)))
                    .count();
            if (throttled * 20 > samples.size()) {
                findings.add("GPU %d was throttled in %d %% of the samples (heat or power): its clocks were lowered."
                        .formatted(gpu, 100 * throttled / samples.size()));
            }
        }
        return findings;
    }

    private double utilization(int gpu) {
        return median("gpu%d_utilization".formatted(gpu)).orElse(0);
    }

    private Optional<String> imbalance(List<Integer> gpus) {
        int lowest = gpus.getFirst();
        int highest = gpus.getFirst();
        for (int gpu : gpus) {
            lowest = utilization(gpu) < utilization(lowest) ? gpu : lowest;
            highest = utilization(gpu) > utilization(highest) ? gpu : highest;
        }
        double difference = utilization(highest) - utilization(lowest);
        return difference > NOTABLE_DIFFERENCE
                ? Optional.of("The devices are not equally busy: GPU %d at %.0f %%, GPU %d at %.0f %% (medians)."
                        .formatted(highest, 100 * utilization(highest), lowest, 100 * utilization(lowest)))
                : Optional.empty();
    }
}
