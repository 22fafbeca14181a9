package dev.stoker.lab.doctor;

import dev.stoker.job.Rig;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.Throughput;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures the parts of a plan in turn, round after round, so that what changes on the machine meanwhile, such as its clock
 * rates or other programs, changes all of them alike. It ends when every part is precise enough, or when the time is over,
 * of which settling the plan takes a quarter
 * at most.
 */
public final class InterleavedRounds {
    /** The shortest round: batches of small images come by the thousand. */
    private static final double SHORTEST = 0.3;

    /** A round should have so many batches. */
    private static final int BATCHES = 4;

    /** No round takes more than this share of the time, since several must fit. */
    private static final double LONGEST_SHARE = 1.0 / 40;

    /** In seconds: the tuner of an input pipeline decides after 0.7 of them. */
    private static final double TUNING = 1.6;

    /** No input pipeline is tuned for more than this share of the time. */
    private static final double LONGEST_TUNING_SHARE = 1.0 / 12;

    /** A part that is so many times faster than the whole does not limit it, however precisely it is known. */
    private static final double IRRELEVANT = 3;

    /** What scales with a resource is needed less precisely. */
    private static final double SCALING_PRECISION = 0.05;

    private static final int SCALING_ROUNDS = 3;

    /** However long it took to settle the plan, three quarters of the time are for measuring. */
    private static final int OPENING_SHARE = 4;

    private final Rig rig;
    private final MeasurementSettings settings;
    private final DoctorObserver observer;
    private final long start;
    private final Map<MeasuredPart, Series> parts = new EnumMap<>(MeasuredPart.class);
    private final Series otherWorkers;
    private final Series halfBatches;
    private final Series halfThreads;
    private Duration slice;
    private int workers;

    private InterleavedRounds(Rig rig, MeasurementSettings settings, DoctorObserver observer) {
        this.rig = rig;
        this.settings = settings;
        this.observer = observer;
        start = System.nanoTime()
                - Math.min(rig.openingTime().toNanos(), settings.time().toNanos() / OPENING_SHARE);
        for (var part : MeasuredPart.values()) {
            parts.put(
                    part,
                    new Series(
                            part.key(),
                            time -> Optional.of(rig.measure(part, time)),
                            settings.precision(),
                            settings.rounds()));
        }
        otherWorkers = new Series("input with other workers", this::otherWorkers, SCALING_PRECISION, SCALING_ROUNDS);
        halfBatches = new Series("steps of half batches", rig::stepsOfHalfBatches, SCALING_PRECISION, SCALING_ROUNDS);
        halfThreads =
                new Series("steps with half of the threads", this::halfThreads, SCALING_PRECISION, SCALING_ROUNDS);
        slice = seconds(Math.min(SHORTEST, LONGEST_SHARE * limit()));
    }

    /** Measures a plan that is settled. */
    public static Measurements of(Rig rig, MeasurementSettings settings, DoctorObserver observer) {
        return new InterleavedRounds(rig, settings, observer).measured();
    }

    /** As many as its feed has after its warm-up; another feed needs memory, which a plan may limit. */
    private Optional<Throughput> otherWorkers(Duration time) {
        if (workers == 0) {
            workers = rig.input(time).feed().workers();
        }
        boolean isAlone = workers == 1 && Runtime.getRuntime().availableProcessors() == 1;
        return isAlone || rig.plan().run().memory().isPresent()
                ? Optional.empty()
                : Optional.of(rig.inputWithWorkers(time, workers > 1 ? workers / 2 : 2));
    }

    private Optional<Throughput> halfThreads(Duration time) {
        int threads = threads();
        return rig.isOnGpu() || threads < 2 ? Optional.empty() : Optional.of(rig.stepsWithThreads(time, threads / 2));
    }

    private int threads() {
        return rig.plan()
                .device()
                .threads()
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    private Measurements measured() {
        warmUp();
        for (int round = 1; isWanted(); round++) {
            for (var series : all().filter(this::isWanted).toList()) {
                observer.measuring(series.name(), round, shareOver());
                series.measure(slice);
            }
        }
        return result();
    }

    private Stream<Series> all() {
        return Stream.concat(parts.values().stream(), Stream.of(otherWorkers, halfBatches, halfThreads));
    }

    /** Rounds are as long as a few batches of the slowest part take. */
    private void warmUp() {
        double longest = 0;
        var tuning = seconds(Math.min(TUNING, 2 * LONGEST_SHARE * limit()));
        for (var series : all().toList()) {
            observer.measuring(series.name(), 0, shareOver());
            double rate = series.warmUp(slice, tuning, seconds(LONGEST_TUNING_SHARE * limit()))
                    .map(Throughput::imagesPerSecond)
                    .orElse(Double.POSITIVE_INFINITY);
            longest = Math.max(longest, rig.batch() / rate);
        }
        double shortest = slice.toNanos() * 1e-9;
        slice = seconds(Math.clamp(BATCHES * longest, shortest, Math.max(shortest, LONGEST_SHARE * limit())));
    }

    private boolean isWanted() {
        return all().anyMatch(this::isWanted);
    }

    /** Every part gets a round, whatever the time. */
    private boolean isWanted(Series series) {
        if (series.isPrecise()) {
            return false;
        }
        boolean isOver = elapsed() >= limit();
        return isOver ? series.rounds().isEmpty() : !(series.hasFewest() && isIrrelevant(series));
    }

    private boolean isIrrelevant(Series series) {
        var everything = parts.get(MeasuredPart.EVERYTHING);
        return everything != null
                && !everything.rounds().isEmpty()
                && series.interval().mean() > IRRELEVANT * everything.interval().mean();
    }

    private double shareOver() {
        return Math.min(1, elapsed() / limit());
    }

    private double limit() {
        return settings.time().toNanos() * 1e-9;
    }

    private double elapsed() {
        return (System.nanoTime() - start) * 1e-9;
    }

    private static Duration seconds(double count) {
        return Duration.ofNanos((long) (1e9 * count));
    }

    private Measurements result() {
        var measured = new EnumMap<MeasuredPart, Measurement>(MeasuredPart.class);
        parts.forEach((part, series) -> measured.put(part, new Measurement(part, series.rounds())));
        return new Measurements(
                rig.plan(),
                rig.batch(),
                rig.isOnGpu(),
                Runtime.getRuntime().availableProcessors(),
                measured,
                optional(MeasuredPart.INPUT, otherWorkers),
                optional(MeasuredPart.STEPS, halfBatches),
                optional(MeasuredPart.STEPS, halfThreads),
                rig.stepState(),
                rig.kernelSeconds(),
                Optional.empty());
    }

    private static Optional<Measurement> optional(MeasuredPart part, Series series) {
        List<Throughput> rounds = series.rounds();
        return rounds.isEmpty() ? Optional.empty() : Optional.of(new Measurement(part, rounds));
    }
}
