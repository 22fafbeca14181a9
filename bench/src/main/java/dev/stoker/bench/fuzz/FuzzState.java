package dev.stoker.bench.fuzz;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** How far a run is: which ranges of inputs are done, what was counted and what was found. Safe for any number of threads. */
final class FuzzState {
    private static final String SEED = "seed";
    private static final String FORMATS = "formats";
    private static final String SECONDS = "seconds";
    private static final String FIRST = "first";
    private static final String DONE = "done";
    private static final String COUNT = "count";
    private static final String FOUND = "found";

    /** Inputs of a range: short enough to stop within seconds. */
    static final int RANGE = 500;

    private final long seed;
    private final List<String> formats;
    private final Map<String, FuzzCounts> counts = new LinkedHashMap<>();
    private final Map<String, FuzzFinding> findings = new LinkedHashMap<>();
    private final TreeSet<Long> doneLater = new TreeSet<>();
    private long firstOpen;
    private long taken;
    private double seconds;

    FuzzState(long seed, List<String> formats) {
        this.seed = seed;
        this.formats = List.copyOf(formats);
        formats.forEach(format -> counts.put(format, FuzzCounts.NONE));
    }

    long seed() {
        return seed;
    }

    List<String> formats() {
        return formats;
    }

    /** Seconds of earlier runs. */
    double seconds() {
        return seconds;
    }

    /** The first input of a range that nobody has taken; the lowest that is not done comes first after a restart. */
    synchronized long take() {
        while (doneLater.contains(taken)) {
            taken++;
        }
        return taken++ * RANGE;
    }

    synchronized void found(FuzzFinding finding) {
        findings.put(finding.fileName(), finding);
    }

    /** Whether a worker has reported this input before it ended. */
    synchronized boolean wasFound(String format, long index) {
        return findings.values().stream()
                .anyMatch(
                        finding -> finding.index() == index && finding.format().equals(format));
    }

    synchronized void done(long from, Map<String, FuzzCounts> read) {
        doneLater.add(from / RANGE);
        while (doneLater.remove(firstOpen)) {
            firstOpen++;
        }
        read.forEach((format, more) -> counts.merge(format, more, FuzzCounts::plus));
    }

    synchronized Map<String, FuzzCounts> counts() {
        return new LinkedHashMap<>(counts);
    }

    synchronized List<FuzzFinding> findings() {
        return List.copyOf(findings.values());
    }

    synchronized void save(Path file, double elapsed) {
        var lines = new ArrayList<String>();
        lines.add(SEED + "\t" + seed);
        lines.add(FORMATS + "\t" + String.join(",", formats));
        lines.add(SECONDS + "\t" + elapsed);
        lines.add(FIRST + "\t" + firstOpen);
        doneLater.forEach(range -> lines.add(DONE + "\t" + range));
        counts.forEach((format, count) ->
                lines.add(String.join("\t", COUNT, format, count.accepted() + "\t" + count.refused())));
        findings.values().forEach(finding -> lines.add(FOUND + "\t" + finding.line()));
        AtomicFile.write(file, String.join("\n", lines) + "\n");
    }

    /** The state of an earlier run, if there is one. */
    static Optional<FuzzState> load(Path file) {
        try {
            return Optional.of(parse(Files.readAllLines(file)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | RuntimeException failure) {
            throw new StokerException(
                            "%s is not the state of a fuzz run; choose another folder".formatted(file), failure)
                    .about("out");
        }
    }

    private static FuzzState parse(List<String> lines) {
        var state = new FuzzState(
                Long.parseLong(value(lines, SEED)),
                List.of(value(lines, FORMATS).split(",", -1)));
        state.seconds = Double.parseDouble(value(lines, SECONDS));
        state.firstOpen = Long.parseLong(value(lines, FIRST));
        state.taken = state.firstOpen;
        for (String line : lines) {
            var words = line.split("\t", -1);
            switch (words[0]) {
                case DONE -> state.doneLater.add(Long.valueOf(words[1]));
                case COUNT ->
                    state.counts.put(words[1], new FuzzCounts(Long.parseLong(words[2]), Long.parseLong(words[3])));
                case FOUND -> {
                    var finding = FuzzFinding.parse(line.substring(FOUND.length() + 1));
                    state.findings.put(finding.fileName(), finding);
                }
                default -> {}
            }
        }
        return state;
    }

    private static String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + "\t"))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseThrow();
    }
}
