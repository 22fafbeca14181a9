package dev.stoker.bench.dashboard;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.ChildCommand;
import dev.stoker.job.ChildRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Times a dashboard in a process of its own, with the options that the launcher gives it: the first page, a long run, the way
 * of a line of metrics to the page, and memory. Drawing in a browser is not part of it.
 */
public final class DashboardBenchmark {
    private static final int UPDATES = 40;
    private static final String OPTIONS = "-Xmx192m -XX:ReservedCodeCacheSize=48m";

    private DashboardBenchmark() {}

    /** Seconds and bytes under their names in JSON. */
    public static Map<String, Object> run(int runs, int steps) {
        try {
            Path folder = Files.createTempDirectory("stoker-dashboard");
            try {
                return measured(folder, runs, steps);
            } finally {
                delete(folder);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot measure the dashboard (%s)".formatted(AtomicFile.reason(failure)), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted", failure);
        }
    }

    private static Map<String, Object> measured(Path folder, int runs, int steps)
            throws IOException, InterruptedException {
        var generated = new GeneratedRuns(folder);
        String longest = generated.write(runs, steps);
        int port = freePort();
        long begun = System.nanoTime();
        var command = ChildCommand.of("dashboard", folder.toString(), "--port", String.valueOf(port), "--json")
                .with("JDK_JAVA_OPTIONS", OPTIONS);
        try (var child = ChildRun.start(command, _ -> {});
                var page = new PageReader(port)) {
            page.awaitServer(child::isAlive);
            var figures = new LinkedHashMap<String, Object>();
            figures.put("runs", runs);
            figures.put("longest_run_steps", steps);
            figures.put("start_seconds", seconds(begun));
            begun = System.nanoTime();
            page.readPage();
            page.awaitList(runs);
            figures.put("first_page_seconds", seconds(begun));
            page.awaitAllRead();
            figures.put("all_runs_read_seconds", seconds(begun));
            begun = System.nanoTime();
            page.open(longest);
            figures.put("long_run_seconds", seconds(begun));
            figures.putAll(updates(page, generated, folder.resolve(longest).resolve("metrics.jsonl"), steps));
            figures.putAll(memory(child.pid()));
            return figures;
        }
    }

    private static Map<String, Object> updates(PageReader page, GeneratedRuns generated, Path metrics, int steps)
            throws IOException, InterruptedException {
        double[] seconds = new double[UPDATES];
        for (int i = 0; i < UPDATES; i++) {
            Thread.sleep(37L + 11L * i % 100); // not in step with the dashboard
            long begun = System.nanoTime();
            Files.writeString(metrics, generated.step(steps + 1 + i), StandardOpenOption.APPEND);
            page.awaitStep(steps + 1 + i);
            seconds[i] = seconds(begun);
        }
        Arrays.sort(seconds);
        return Map.of("update_seconds_median", seconds[UPDATES / 2], "update_seconds_max", seconds[UPDATES - 1]);
    }

    private static Map<String, Object> memory(long process) throws IOException {
        var figures = new LinkedHashMap<String, Object>();
        for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(process), "status"))) {
            if (line.startsWith("VmRSS:")) {
                figures.put("resident_bytes", kibibytes(line));
            } else if (line.startsWith("VmHWM:")) {
                figures.put("peak_resident_bytes", kibibytes(line));
            }
        }
        return figures;
    }

    private static long kibibytes(String line) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
