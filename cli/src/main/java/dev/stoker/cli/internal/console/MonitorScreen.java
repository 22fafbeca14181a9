package dev.stoker.cli.internal.console;

import dev.stoker.telemetry.monitor.Quantity;
import dev.stoker.telemetry.monitor.Sample;
import dev.stoker.telemetry.monitor.SampleStatistics;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows samples: a table that is redrawn in place on a terminal, a line for each elsewhere; and a table at the end. */
public final class MonitorScreen {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;
    private static final String ABSENT = "–";
    private static final List<Quantity> LINE = List.of(
            Quantity.UTILIZATION,
            Quantity.GPU_MEMORY,
            Quantity.POWER,
            Quantity.CPU_CORES,
            Quantity.MEMORY,
            Quantity.DISK_READ,
            Quantity.DISK_WRITTEN);

    private final PrintStream out;
    private final boolean live;
    private final boolean lines;
    private int drawn;

    private MonitorScreen(PrintStream out, boolean live, boolean lines) {
        this.out = out;
        this.live = live;
        this.lines = lines;
    }

    /** For the machine alone. */
    public static MonitorScreen standardOutput(OutputOptions output) {
        var out = output.json() ? System.err : System.out;
        boolean terminal = Terminal.isTerminal(output.json() ? STANDARD_ERROR : STANDARD_OUTPUT);
        return new MonitorScreen(out, terminal && !output.quiet(), !terminal && !output.quiet() && !output.json());
    }

    /** Beside a command, which has standard output for itself; on a terminal that both write to, only the end is shown. */
    public static MonitorScreen beside(OutputOptions output) {
        boolean alone = Terminal.isTerminal(STANDARD_ERROR) && !Terminal.isTerminal(STANDARD_OUTPUT);
        return new MonitorScreen(System.err, alone && !output.quiet() && !output.json(), false);
    }

    public synchronized void show(Sample sample) {
        if (live) {
            draw(table(sample));
        } else if (lines) {
            out.println(line(sample));
        }
    }

    private void draw(List<String> rows) {
        var text = new StringBuilder(drawn > 0 ? "\u001b[%dA\r".formatted(drawn) : "");
        for (String row : rows) {
            String cut = row.length() < Terminal.columns() ? row : row.substring(0, Terminal.columns() - 1);
            text.append(cut).append("\u001b[K\n");
        }
        out.print(text.append("\u001b[J"));
        out.flush();
        drawn = rows.size();
    }

    /** At most 79 columns; a row for each GPU, one for the machine and one for the processes. */
    static List<String> table(Sample sample) {
        var rows = new ArrayList<String>();
        var gpus = sample.subjects().stream()
                .filter(subject -> subject.startsWith("gpu"))
                .toList();
        if (!gpus.isEmpty()) {
            rows.add("%-7s %5s %10s %6s %6s %6s %11s %5s  %s"
                    .formatted("", "util", "memory", "temp", "power", "SM", "PCIe in", "JPEG", "throttled by"));
            gpus.forEach(gpu -> rows.add(gpuRow(sample, gpu)));
        }
        rows.add("%-7s %5s %10s %10s %12s %12s %12s"
                .formatted("", "cores", "memory", "cache", "read", "disk read", "disk written"));
        for (String subject : List.of(Quantity.MACHINE, Quantity.PROCESS)) {
            if (sample.subjects().contains(subject)) {
                rows.add(hostRow(sample, subject));
            }
        }
        rows.add("%.1f s".formatted(sample.seconds()));
        return rows;
    }

    private static String gpuRow(Sample sample, String gpu) {
        return "%-7s %5s %10s %6s %6s %6s %11s %5s  %s"
                .formatted(
                        gpu,
                        text(sample, gpu, Quantity.UTILIZATION),
                        text(sample, gpu, Quantity.GPU_MEMORY),
                        text(sample, gpu, Quantity.TEMPERATURE),
                        text(sample, gpu, Quantity.POWER),
                        text(sample, gpu, Quantity.CORE_CLOCK).replace(" MHz", ""),
                        text(sample, gpu, Quantity.PCIE_RECEIVED),
                        text(sample, gpu, Quantity.JPEG_UTILIZATION),
                        sample.throttling().getOrDefault(gpu, ""));
    }

    private static String hostRow(Sample sample, String subject) {
        return "%-7s %5s %10s %10s %12s %12s %12s"
                .formatted(
                        subject,
                        text(sample, subject, Quantity.CPU_CORES),
                        text(sample, subject, Quantity.MEMORY),
                        text(sample, subject, Quantity.PAGE_CACHE),
                        text(sample, subject, Quantity.READ),
                        text(sample, subject, Quantity.DISK_READ),
                        text(sample, subject, Quantity.DISK_WRITTEN));
    }

    private static String text(Sample sample, String subject, Quantity quantity) {
        var value = sample.value(subject, quantity);
        return value.isPresent() ? quantity.unit().text(value.getAsDouble()) : ABSENT;
    }

    /** What matters most of each subject, with its name before it. */
    static String line(Sample sample) {
        return "%.1f s  ".formatted(sample.seconds())
                + sample.subjects().stream()
                        .map(subject -> subject + ": " + figures(sample, subject))
                        .collect(Collectors.joining("; "));
    }

    private static String figures(Sample sample, String subject) {
        var figures = sample.readings().stream()
                .filter(reading -> reading.subject().equals(subject) && LINE.contains(reading.quantity()))
                .map(reading -> reading.quantity().title() + " " + reading.text())
                .collect(Collectors.joining(", "));
        var throttling = sample.throttling().get(subject);
        return throttling == null ? figures : figures + ", throttled by " + throttling;
    }

    /** The distribution of everything that was measured. */
    public synchronized void summary(SampleStatistics statistics) {
        out.printf(
                "%-8s %-16s %12s %12s %12s %12s%n",
                "%.1f s".formatted(statistics.seconds()), "", "median", "p10", "p90", "peak");
        String before = "";
        for (var each : statistics.distributions()) {
            String subject = each.subject().equals(before) ? "" : each.subject();
            before = each.subject();
            var unit = each.quantity().unit();
            if (each.quantity().isTotal()) {
                out.printf("%-8s %-16s %12s in all%n", subject, each.quantity().title(), unit.text(each.last()));
            } else {
                out.printf(
                        "%-8s %-16s %12s %12s %12s %12s%n",
                        subject,
                        each.quantity().title(),
                        unit.text(each.median()),
                        unit.text(each.low()),
                        unit.text(each.high()),
                        unit.text(each.peak()));
            }
        }
        statistics.throttled().forEach((gpu, reasons) -> throttled(gpu, reasons, statistics.samples()));
    }

    private void throttled(String gpu, Map<String, Long> reasons, long samples) {
        reasons.forEach((words, count) ->
                out.printf("%-8s throttled by %s in %.0f %% of the samples%n", gpu, words, 100.0 * count / samples));
    }
}
