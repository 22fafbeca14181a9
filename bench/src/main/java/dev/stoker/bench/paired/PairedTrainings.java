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
 * whatever else the machine does falls on both. Two neighbouring turns give one ratio, and who begins alternates. What a start settles by
 * chance, such as where memory lies, lasts as long as a process: both are started several times. The result is the median over all turns,
 * with the interval that has it with 95 % confidence, and the medians of the starts beside it.
 *
 * @param plain what the other is compared with
 * @param turns of each, over all starts
 */
public record PairedTrainings(
        TrainingSide plain, TrainingSide other, int starts, int turns, long turnMillis, long warmUpSteps) {
    private static final int STARTS = 5;
    private static final long TURN = 1000;
    private static final long WARM_UP = 200;

    public PairedTrainings(TrainingSide plain, TrainingSide other, int turns) {
        this(plain, other, Math.min(STARTS, turns), turns, TURN, WARM_UP);
    }

    /** Fields with the share of throughput that the other lacks, under {@code name}. */
    public Map<String, Double> overhead(String name) {
        var all = new Measured();
        var fields = new LinkedHashMap<String, Double>();
        for (int start = 0; start < starts; start++) {
            var measured = measured(turns * (start + 1) / starts - turns * start / starts);
            fields.put("%s_of_start_%d".formatted(name, start + 1), Statistics.median(measured.overheads));
            all.add(measured);
        }
        var interval = Statistics.medianInterval(all.overheads);
        var summary = new LinkedHashMap<String, Double>();
        summary.put(name, Statistics.median(all.overheads));
        summary.put(name + "_low", interval.low());
        summary.put(name + "_high", interval.high());
        summary.put(name + "_of_sums", all.steps / all.otherSteps - 1);
        summary.putAll(fields);
        summary.put("steps_per_second", all.otherSteps / all.overheads.size());
        summary.put("turns", (double) all.overheads.size());
        return summary;
    }

    /** What turns gave. */
    private static final class Measured {
        private final List<Double> overheads = new ArrayList<>();
        private double steps;
        private double otherSteps;

        void add(double rate, double otherRate) {
            overheads.add(rate / otherRate - 1);
            steps += rate;
            otherSteps += otherRate;
        }

        void add(Measured more) {
            overheads.addAll(more.overheads);
            steps += more.steps;
            otherSteps += more.otherSteps;
        }
    }

    private Measured measured(int count) {
        try {
            Path folder = Files.createTempDirectory("stoker-paired");
            try (var first = start(plain, folder, "plain");
                    var second = start(other, folder, "other")) {
                return measured(first, second, count);
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

    private Measured measured(TrainingProcess first, TrainingProcess second, int count) {
        var measured = new Measured();
        for (int turn = -2; turn < count; turn++) {
            boolean swapped = turn % 2 != 0;
            double early = (swapped ? second : first).turn(turnMillis);
            double late = (swapped ? first : second).turn(turnMillis);
            double rate = swapped ? late : early;
            double otherRate = swapped ? early : late;
            if (otherRate == 0) {
                throw new StokerException("a step takes longer than a turn of %d ms".formatted(turnMillis));
            }
            if (turn >= 0) {
                measured.add(rate, otherRate);
            }
        }
        return measured;
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
