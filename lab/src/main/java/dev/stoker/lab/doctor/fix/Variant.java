package dev.stoker.lab.doctor.fix;

import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.Interval;
import java.time.Duration;

/** A plan that is open for measurements. */
final class Variant implements AutoCloseable {
    private static final Duration EVALUATION = Duration.ofSeconds(2);

    /** A round should have so many batches. */
    private static final int BATCHES = 4;

    private static final double SHORTEST_ROUND = 0.8;
    private static final double LONGEST_ROUND = 6;
    private static final double WARM_UP = 2;
    private static final double LONGEST_WARM_UP = 20;

    private final Plan asked;
    private final Rig rig;
    private final double evaluationSeconds;
    private final int imagesPerEpoch;
    private final FixSettings settings;

    private Variant(Plan asked, Rig rig, double evaluationSeconds, int imagesPerEpoch, FixSettings settings) {
        this.asked = asked;
        this.rig = rig;
        this.evaluationSeconds = evaluationSeconds;
        this.imagesPerEpoch = imagesPerEpoch;
        this.settings = settings;
    }

    /** {@code withEvaluations} says whether their time counts. */
    static Variant of(Plan asked, Rig rig, boolean withEvaluations, FixSettings settings) {
        var facts = rig.facts();
        double seconds = withEvaluations && facts.validationImages() > 0
                ? facts.validationImages() / rig.evaluation(settings.paced(EVALUATION))
                : 0;
        return new Variant(asked, rig, seconds, facts.stepsPerEpoch() * rig.batch(), settings);
    }

    /** The plan as it was asked for, with what it leaves open. */
    Plan asked() {
        return asked;
    }

    Rig rig() {
        return rig;
    }

    /** Trains until the input pipeline is tuned and, where there is a cache, until it is filled or that takes too long. */
    double warmUp() {
        double rate = rig.everything(settings.paced(seconds(WARM_UP))).imagesPerSecond();
        boolean cached = !asked.inputPipeline()
                .cache()
                .equals(Plan.DEFAULTS.inputPipeline().cache());
        double epoch = imagesPerEpoch / rate;
        return cached
                ? rig.everything(settings.paced(seconds(Math.min(LONGEST_WARM_UP, epoch))))
                        .imagesPerSecond()
                : rate;
    }

    /** How long a round should be where training has this throughput. */
    Duration round(double imagesPerSecond) {
        return settings.paced(
                seconds(Math.clamp(BATCHES * rig.batch() / imagesPerSecond, SHORTEST_ROUND, LONGEST_ROUND)));
    }

    /** Images per second of training, and of the evaluations between where they count. */
    double imagesPerSecond(Duration time) {
        double rate = rig.everything(time).imagesPerSecond();
        double training = imagesBetween(rate) / rate;
        return rate * training / (training + evaluationSeconds);
    }

    private double imagesBetween(double rate) {
        return switch (rig.plan().evaluation().evaluateEvery()) {
            case Interval.Epochs(int count) -> (double) count * imagesPerEpoch;
            case Interval.Steps(long count) -> (double) count * rig.batch();
            case Interval.Time(double time) -> time * rate;
        };
    }

    private static Duration seconds(double count) {
        return Duration.ofNanos((long) (1e9 * count));
    }

    @Override
    public void close() {
        rig.close();
    }
}
