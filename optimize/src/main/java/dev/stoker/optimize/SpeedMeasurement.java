package dev.stoker.optimize;

import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.onnx.runtime.OnnxSession;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How fast files are run: all of them in turn, round by round, so that what else the machine does falls on all. */
final class SpeedMeasurement implements AutoCloseable {
    private static final int ROUNDS = 9;
    private static final double ROUND_SECONDS = 0.3;
    private static final int LATENCIES = 40;

    private final Map<String, OnnxSession> sessions = new LinkedHashMap<>();
    private final MemorySegment rows;

    SpeedMeasurement(Map<String, Path> files, MemorySegment rows, int threads) {
        this.rows = rows;
        files.forEach((name, file) -> sessions.put(name, OnnxSession.open(file, threads)));
    }

    /** Throughput in batches of {@code batch} images, the median of rounds, and latencies of one. */
    Map<String, ModelVariant.Speed> run(int batch) {
        var rates = new LinkedHashMap<String, List<Double>>();
        var latencies = new LinkedHashMap<String, List<Double>>();
        sessions.values().forEach(session -> session.run(rows, batch)); // warm-up
        for (int round = 0; round < ROUNDS; round++) {
            sessions.forEach((name, session) -> {
                rates.computeIfAbsent(name, _ -> new ArrayList<>()).add(rate(session, batch));
                for (int i = 0; i < LATENCIES; i++) {
                    latencies.computeIfAbsent(name, _ -> new ArrayList<>()).add(milliseconds(session));
                }
            });
        }
        var speeds = new LinkedHashMap<String, ModelVariant.Speed>();
        sessions.keySet()
                .forEach(name -> speeds.put(
                        name,
                        new ModelVariant.Speed(
                                quantile(latencies.getOrDefault(name, List.of()), 0.5),
                                quantile(latencies.getOrDefault(name, List.of()), 0.99),
                                quantile(rates.getOrDefault(name, List.of()), 0.5),
                                batch)));
        return speeds;
    }

    private double rate(OnnxSession session, int batch) {
        long start = System.nanoTime();
        int runs = 0;
        while (runs == 0 || System.nanoTime() - start < ROUND_SECONDS * 1e9) {
            session.run(rows, batch);
            runs++;
        }
        return runs * batch / ((System.nanoTime() - start) * 1e-9);
    }

    private double milliseconds(OnnxSession session) {
        long start = System.nanoTime();
        session.run(rows, 1);
        return (System.nanoTime() - start) * 1e-6;
    }

    private static double quantile(List<Double> values, double share) {
        var sorted = values.stream().sorted().toList();
        return sorted.get((int) (share * (sorted.size() - 1)));
    }

    @Override
    public void close() {
        sessions.values().forEach(OnnxSession::close);
    }
}
