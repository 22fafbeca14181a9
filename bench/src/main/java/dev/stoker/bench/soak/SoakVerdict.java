package dev.stoker.bench.soak;

import dev.stoker.core.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether anything grew. The time after the warm-up is cut into ten parts. Resident memory must be flat: the trend of the
 * parts' medians rises by at most 2 %. Threads, descriptors and native pointers vary while workers read and the JVM compiles,
 * so the fewest of each part count: none may have more of them than the first.
 *
 * @param problems what grew, a sentence each; none where all is well
 */
public record SoakVerdict(List<String> problems) {
    /** By which share resident memory may grow. */
    public static final double TOLERANCE = 0.02;

    static final int PARTS = 10;

    public SoakVerdict {
        problems = List.copyOf(problems);
    }

    public boolean passed() {
        return problems.isEmpty();
    }

    /** Of samples, the first {@code warmUp} seconds of which do not count. */
    public static SoakVerdict of(List<SoakSample> samples, double warmUp) {
        var after =
                samples.stream().filter(sample -> sample.seconds() >= warmUp).toList();
        var ends = after.stream().filter(SoakSample::epochEnd).toList();
        if (after.size() < PARTS || ends.size() < 2) {
            return new SoakVerdict(
                    List.of("after the warm-up there are only %d samples and %d ends of epochs; give it more minutes"
                            .formatted(after.size(), ends.size())));
        }
        var problems = new ArrayList<String>();
        for (var quantity : SoakQuantity.values()) {
            problems.addAll(quantity.isMemory() ? grown(quantity, after) : risen(quantity, after));
        }
        return new SoakVerdict(problems);
    }

    private static List<String> grown(SoakQuantity quantity, List<SoakSample> after) {
        var trend = Trend.of(medians(quantity, after));
        return trend.growth() <= TOLERANCE
                ? List.of()
                : List.of("%s grew by %.1f %%, from %s to %s, where %.0f %% is allowed"
                        .formatted(
                                quantity.title(),
                                100 * trend.growth(),
                                new Bytes(Math.round(trend.from())),
                                new Bytes(Math.round(trend.to())),
                                100 * TOLERANCE));
    }

    /** The median of each tenth of the time. */
    static List<Long> medians(SoakQuantity quantity, List<SoakSample> samples) {
        return parts(samples).stream()
                .filter(part -> !part.isEmpty())
                .map(part -> part.stream().map(quantity::of).sorted().toList().get(part.size() / 2))
                .toList();
    }

    /** The samples of each tenth of the time. */
    static List<List<SoakSample>> parts(List<SoakSample> samples) {
        double from = samples.getFirst().seconds();
        double length = (samples.getLast().seconds() - from) / PARTS;
        return IntStream.range(0, PARTS)
                .mapToObj(part -> samples.stream()
                        .filter(sample -> part(sample.seconds() - from, length) == part)
                        .toList())
                .toList();
    }

    private static int part(double seconds, double length) {
        return length > 0 ? (int) Math.min(PARTS - 1.0, seconds / length) : 0;
    }

    private static List<String> risen(SoakQuantity quantity, List<SoakSample> after) {
        var fewest = parts(after).stream()
                .filter(part -> !part.isEmpty())
                .map(part -> part.stream().mapToLong(quantity::of).min().orElseThrow())
                .toList();
        long first = fewest.getFirst();
        long most = fewest.stream().mapToLong(each -> each).max().orElse(first);
        return most <= first
                ? List.of()
                : List.of("%s rose from %,d to %,d, the fewest of a tenth of the time"
                        .formatted(quantity.title(), first, most));
    }
}
