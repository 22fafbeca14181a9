package dev.stoker.bench.soak;

import dev.stoker.telemetry.chart.Chart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The samples of a soak as a table, as fields and as a chart. */
public record SoakReport(List<SoakSample> samples, double warmUp, SoakVerdict verdict) {
    private static final double MEBIBYTE = 1 << 20;

    /** The head of the table. */
    public static final String HEAD = "%-12s%10s%10s%10s%8s%10s%10s%8s%8s%10s%9s%9s%6s%10s"
            .formatted(
                    "",
                    "resident",
                    "anonymous",
                    "file",
                    "heap",
                    "committed",
                    "metaspace",
                    "code",
                    "direct",
                    "malloc",
                    "pointers",
                    "threads",
                    "files",
                    "images/s");

    public SoakReport {
        samples = List.copyOf(samples);
    }

    public static SoakReport of(List<SoakSample> samples, double warmUp) {
        return new SoakReport(samples, warmUp, SoakVerdict.of(samples, warmUp));
    }

    /** The table, memory in MiB: start, after warm-up, each tenth of the rest, growth. */
    public List<String> table() {
        var lines = new ArrayList<String>();
        lines.add(HEAD + "   (MiB)");
        lines.add(row("start", samples.getFirst(), OptionalDouble.empty()));
        var after = afterWarmUp();
        if (after.isEmpty()) {
            return lines;
        }
        lines.add(row("warmed up", after.getFirst(), speed(samples.getFirst(), after.getFirst())));
        SoakSample before = after.getFirst();
        int tenth = 0;
        for (var part : SoakVerdict.parts(after)) {
            tenth++;
            if (!part.isEmpty()) {
                lines.add(row(
                        "%d/%d".formatted(tenth, SoakVerdict.PARTS), part.getLast(), speed(before, part.getLast())));
                before = part.getLast();
            }
        }
        lines.add(
                "growth after warm-up: %.2f %% of resident memory (trend of the medians of the tenths; the highest is %.2f %% above the first)"
                        .formatted(100 * growth(), 100 * highest()));
        return lines;
    }

    /** By which share resident memory grew after the warm-up, by its trend. */
    public double growth() {
        var medians = SoakVerdict.medians(SoakQuantity.RESIDENT, afterWarmUp());
        return medians.isEmpty() ? 0 : Trend.of(medians).growth();
    }

    /** How far the highest median of a tenth is above the first. */
    private double highest() {
        var medians = SoakVerdict.medians(SoakQuantity.RESIDENT, afterWarmUp());
        return medians.stream().mapToLong(each -> each).max().orElse(0) / (double) medians.getFirst() - 1;
    }

    private List<SoakSample> afterWarmUp() {
        return samples.stream().filter(sample -> sample.seconds() >= warmUp).toList();
    }

    private static OptionalDouble speed(SoakSample from, SoakSample to) {
        double seconds = to.seconds() - from.seconds();
        return seconds > 0 ? OptionalDouble.of((to.images() - from.images()) / seconds) : OptionalDouble.empty();
    }

    /** A line of the table. */
    public static String row(String title, SoakSample sample, OptionalDouble imagesPerSecond) {
        return "%-12s%10.1f%10.1f%10.1f%8.1f%10.1f%10.1f%8.1f%8.1f%10.1f%,9d%9d%6d%10s"
                .formatted(
                        title,
                        sample.resident() / MEBIBYTE,
                        sample.anonymous() / MEBIBYTE,
                        sample.fileBacked() / MEBIBYTE,
                        sample.heapAfterCollection() / MEBIBYTE,
                        sample.heapCommitted() / MEBIBYTE,
                        sample.metaspace() / MEBIBYTE,
                        sample.codeCache() / MEBIBYTE,
                        sample.directBuffers() / MEBIBYTE,
                        sample.malloc() / MEBIBYTE,
                        sample.pointers(),
                        sample.threads(),
                        sample.descriptors(),
                        imagesPerSecond.isPresent() ? "%,.0f".formatted(imagesPerSecond.getAsDouble()) : "–");
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("passed", verdict.passed());
        fields.put("problems", verdict.problems());
        fields.put("seconds", samples.getLast().seconds());
        fields.put("warm_up_seconds", warmUp);
        fields.put("samples", samples.size());
        fields.put("images", samples.getLast().images());
        fields.put("resident_growth", growth());
        fields.put("resident_highest", afterWarmUp().isEmpty() ? 0 : highest());
        fields.put("start", samples.getFirst().fields());
        var after = afterWarmUp();
        if (!after.isEmpty()) {
            fields.put("warmed_up", after.getFirst().fields());
            fields.put(
                    "tenths",
                    SoakVerdict.parts(after).stream()
                            .filter(part -> !part.isEmpty())
                            .map(part -> part.getLast().fields())
                            .toList());
        }
        return fields;
    }

    /** Memory over time. */
    public Chart chart() {
        var lines = List.of(
                line("resident", SoakSample::resident),
                line("anonymous", SoakSample::anonymous),
                line("malloc", SoakSample::malloc),
                line("Java heap committed", SoakSample::heapCommitted));
        return new Chart(
                "Soak",
                "%,d samples in %.0f minutes"
                        .formatted(samples.size(), samples.getLast().seconds() / 60),
                "minutes",
                2,
                List.of(new Chart.Panel("MiB", lines, OptionalDouble.empty())),
                List.of());
    }

    private Chart.Line line(String title, ToDoubleFunction<SoakSample> value) {
        return new Chart.Line(
                title,
                samples.stream()
                        .filter(sample -> sample.seconds() > 0)
                        .map(sample -> new Chart.Point(sample.seconds() / 60, value.applyAsDouble(sample) / MEBIBYTE))
                        .toList(),
                false);
    }
}
