package dev.stoker.lab.doctor;

import dev.stoker.train.measure.Throughput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The rounds of one measurement so far. */
final class Series {
    /** A tuner that never settles does not make the measurement endless. */
    private static final int MAX_RESTARTS = 3;

    private final String name;
    private final Function<Duration, Optional<Throughput>> measure;
    private final double precision;
    private final int fewest;
    private final List<Throughput> rounds = new ArrayList<>();
    private int decisions;
    private int restarts;
    private boolean given = true;

    /** {@code precision} is that of its interval; {@code fewest} are its rounds at least. */
    Series(String name, Function<Duration, Optional<Throughput>> measure, double precision, int fewest) {
        this.name = name;
        this.measure = measure;
        this.precision = precision;
        this.fewest = fewest;
    }

    String name() {
        return name;
    }

    /**
     * A round that does not count; an input pipeline gets more of them, one right after the other, until its tuner has nothing to
     * change any more. Between rounds in turn it sees too little of the consumer to decide.
     */
    Optional<Throughput> warmUp(Duration time, Duration tuning, Duration limit) {
        var round = measure.apply(time);
        given = round.isPresent();
        if (given && round.get().feed().workers() > 0) {
            long start = System.nanoTime();
            int before;
            do {
                before = decisions;
                round = measure.apply(tuning);
                decisions = round.orElseThrow().feed().decisions().size();
            } while (decisions > before && System.nanoTime() - start < limit.toNanos());
        }
        return round;
    }

    /** What was measured before the input pipeline was tuned counts no longer. */
    void measure(Duration time) {
        measure.apply(time).ifPresent(throughput -> {
            int now = throughput.feed().decisions().size();
            if (now > decisions && restarts < MAX_RESTARTS) {
                restarts++;
                rounds.clear();
            }
            decisions = now;
            rounds.add(throughput);
        });
    }

    boolean isPrecise() {
        return !given || (rounds.size() >= fewest && interval().isWithin(precision));
    }

    boolean hasFewest() {
        return !given || rounds.size() >= fewest;
    }

    ConfidenceInterval interval() {
        return ConfidenceInterval.of(
                rounds.stream().map(Throughput::imagesPerSecond).toList());
    }

    List<Throughput> rounds() {
        return List.copyOf(rounds);
    }
}
