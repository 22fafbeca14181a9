package dev.stoker.bench.paired;

import dev.stoker.bench.Statistics;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares two trainings that run side by side, of which one is halted (SIGSTOP) at any time: they take turns of a second, so that
 * whatever else the machine does falls on both, and who begins alternates. What a start settles by chance, such as where memory lies, lasts
 * as long as a process and makes a difference of percents: both are started many times, and a start counts as one measurement. The result
 * is the median over the starts, with the interval that has it with 95 % confidence.
 *
 * @param plain what the other is compared with
 * @param turns of each, for each start
 */
public record PairedTrainings(
        TrainingSide plain, TrainingSide other, int starts, int turns, long turnMillis, long warmUpSteps) {
    private static final long TURN = 1000;
    private static final long WARM_UP = 100;

    public PairedTrainings(TrainingSide plain, TrainingSide other, int starts, int turns) {
        this(plain, other, starts, turns, TURN, WARM_UP);
    }

    /** Fields with the share of throughput that the other lacks, under {@code name}. */
    public Map<String, Double> overhead(String name) {
        var overheads = new ArrayList<Double>();
        var rates = new ArrayList<Double>();
        var fields = new LinkedHashMap<String, Double>();
        for (int start = 0; start < starts; start++) {
            var measured = measured();
            rates.add(measured.other);
            overheads.add(measured.plain / measured.other - 1);
            fields.put("%s_of_start_%d".formatted(name, start + 1), overheads.getLast());
        }
        var interval = Statistics.medianInterval(overheads);
        var summary = new LinkedHashMap<String, Double>();
        summary.put(name, Statistics.median(overheads));
        summary.put(name + "_low", interval.low());
        summary.put(name + "_high", interval.high());
        summary.put("steps_per_second", Statistics.median(rates));
        summary.put("starts", (double) starts);
        summary.put("turns", (double) turns);
        summary.putAll(fields);
        return summary;
    }

    /** Steps per second of a start, the mean of its turns. */
    private record Rates(double plain, double other) {}

    private Rates measured() {
        try {
            Path folder = Files.createTempDirectory("stoker-paired");
            try (var first = start(plain, folder, "plain");
                    var second = start(other, folder, "other")) {
                return measured(first, second);
            } finally {
                delete(folder);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot use the folder for temporary files (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private TrainingProcess start(TrainingSide side, Path folder, String name) {
        var keys = new LinkedHashMap<>(side.plan());
        keys.put("runs", folder.resolve("runs-" + name).toString());
        return TrainingProcess.start(
                new TrainingSide(keys, side.telemetry(), side.communicator()), folder.resolve(name), warmUpSteps);
    }

    private Rates measured(TrainingProcess first, TrainingProcess second) {
        double plainSum = 0;
        double otherSum = 0;
        for (int turn = -1; turn < turns; turn++) { // the first is not counted
            boolean swapped = turn % 2 != 0;
            double early = (swapped ? second : first).turn(turnMillis);
            double late = (swapped ? first : second).turn(turnMillis);
            if (turn >= 0) {
                plainSum += swapped ? late : early;
                otherSum += swapped ? early : late;
            }
        }
        if (otherSum == 0) {
            throw new StokerException("a step takes longer than a turn of %d ms".formatted(turnMillis));
        }
        return new Rates(plainSum / turns, otherSum / turns);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
