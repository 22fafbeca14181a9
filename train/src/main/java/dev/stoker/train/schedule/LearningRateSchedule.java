package dev.stoker.train.schedule;

import java.util.List;

/**
 * The learning rate over a run, as a factor of its peak. The floor is the smallest factor after the warm-up: curves are
 * scaled so that they end there, and step decay stops there.
 */
public sealed interface LearningRateSchedule {

    record Constant() implements LearningRateSchedule {}

    /** Multiplied by gamma after every so many epochs. */
    record Step(double everyEpochs, double gamma, double floor) implements LearningRateSchedule {
        public Step {
            above("the epochs between steps", everyEpochs);
            inside("gamma", gamma, gamma > 0 && gamma < 1, "above 0 and below 1");
            checkFloor(floor);
        }
    }

    /** Multiplied by gamma at each of these epochs, which ascend. */
    record Milestones(List<Double> epochs, double gamma, double floor) implements LearningRateSchedule {
        public Milestones {
            epochs = List.copyOf(epochs);
            for (int i = 0; i < epochs.size(); i++) {
                double least = i == 0 ? 0 : epochs.get(i - 1);
                inside("a milestone", epochs.get(i), epochs.get(i) > least, "above " + least);
            }
            inside("gamma", gamma, gamma > 0 && gamma < 1, "above 0 and below 1");
            checkFloor(floor);
        }

        private int passed(double epoch) {
            return (int) epochs.stream().filter(milestone -> milestone <= epoch).count();
        }
    }

    /** Falls at every step, by gamma over so many epochs. */
    record Exponential(double epochs, double gamma, double floor) implements LearningRateSchedule {
        public Exponential {
            above("the epochs of a decay", epochs);
            inside("gamma", gamma, gamma > 0 && gamma < 1, "above 0 and below 1");
            checkFloor(floor);
        }
    }

    /**
     * Multiplied by gamma at each plateau: after so many evaluations in a row without improvement.
     *
     * @param patience evaluations without improvement that are a plateau
     */
    record Plateau(int patience, double gamma, double floor) implements LearningRateSchedule {
        public Plateau {
            above("the evaluations without improvement", patience);
            inside("gamma", gamma, gamma > 0 && gamma < 1, "above 0 and below 1");
            checkFloor(floor);
        }
    }

    /** Cosine annealing from the peak to the floor. */
    record Cosine(double floor) implements LearningRateSchedule {
        /** Down to zero. */
        public Cosine() {
            this(0);
        }

        public Cosine {
            checkFloor(floor);
        }
    }

    /** Linear decay. */
    record Linear(double floor) implements LearningRateSchedule {
        public Linear {
            checkFloor(floor);
        }
    }

    /** Polynomial decay: a power of the remaining share of the run. */
    record Polynomial(double power, double floor) implements LearningRateSchedule {
        public Polynomial {
            above("the power", power);
            checkFloor(floor);
        }
    }

    /** Linear increase over a share of the run, then cosine annealing (Smith and Topin, 2017). */
    record OneCycle(double rise, double floor) implements LearningRateSchedule {
        private static final double START = 1.0 / 25;

        public OneCycle {
            inside("the share of the rise", rise, rise > 0 && rise < 1, "above 0 and below 1");
            checkFloor(floor);
        }
    }

    /** Linear increase from a factor to the peak over a share of the run, then linear decay. */
    record Triangle(double start, double rise, double floor) implements LearningRateSchedule {
        public Triangle {
            inside("the first factor", start, start > 0 && start <= 1, "above 0 and at most 1");
            inside("the share of the rise", rise, rise > 0 && rise < 1, "above 0 and below 1");
            checkFloor(floor);
        }
    }

    /** Triangular cycles (Smith, 2015). */
    record Cyclical(double cycleEpochs, double floor) implements LearningRateSchedule {
        public Cyclical {
            above("the epochs of a cycle", cycleEpochs);
            checkFloor(floor);
        }
    }

    /**
     * Cosine annealing that starts again at the peak (SGDR, Loshchilov and Hutter, 2016).
     *
     * @param cycleEpochs of the first cycle
     * @param multiplier each cycle is so many times as long as the one before
     */
    record WarmRestarts(double cycleEpochs, double multiplier, double floor) implements LearningRateSchedule {
        public WarmRestarts {
            above("the epochs of a cycle", cycleEpochs);
            inside(
                    "the multiplier of a cycle",
                    multiplier,
                    multiplier >= 1 && Double.isFinite(multiplier),
                    "at least 1");
            checkFloor(floor);
        }

        /** The share of its cycle that is over after so many epochs. */
        private double share(double epochs) {
            double first = epochs / cycleEpochs;
            if (multiplier == 1) {
                return first - Math.floor(first);
            }
            // Cycles before number n last (multiplier^n - 1) / (multiplier - 1) times the first.
            double growth = first * (multiplier - 1) + 1;
            double length = StrictMath.pow(multiplier, Math.floor(StrictMath.log(growth) / StrictMath.log(multiplier)));
            return Math.clamp((growth / length - 1) / (multiplier - 1), 0, 1);
        }
    }

    /**
     * Another schedule until a share of the run is done, and a constant factor from then on: for averages of weights (SWA).
     *
     * @param factor of the peak; it may be above 1
     */
    record ConstantFrom(LearningRateSchedule before, double share, double factor) implements LearningRateSchedule {
        public ConstantFrom {
            inside("the share of the run", share, share > 0 && share < 1, "above 0 and below 1");
            above("the factor", factor);
        }

        private boolean covers(long step, Length length) {
            return step >= share * length.total;
        }
    }

    /** A schedule of your own. */
    record Custom(Factor function) implements LearningRateSchedule {}

    /** A schedule of your own. It must depend on its arguments only, so that a resumed run gets the same learning rates. */
    @FunctionalInterface
    interface Factor {
        /**
         * The factor of the peak.
         *
         * @param step counted from 0 after the warm-up
         */
        double at(long step, Length length);
    }

    /** The length of a run in steps. */
    record Length(long warmUp, double perEpoch, long total) {
        public Length {
            if (warmUp < 0 || !(perEpoch > 0) || total < 0) {
                throw new IllegalArgumentException(
                        "a run cannot have %d warm-up steps, %s steps per epoch and %d steps in total"
                                .formatted(warmUp, perEpoch, total));
            }
        }
    }

    /** Linear warm-up to where the curve begins, then the curve. */
    default double factor(long step, Length length) {
        if (this instanceof ConstantFrom tail) {
            return tail.covers(step, length) ? tail.factor : tail.before.factor(step, length);
        }
        return step < length.warmUp
                ? afterWarmUp(0, length) * (step + 1) / (length.warmUp + 1)
                : afterWarmUp(step - length.warmUp, length);
    }

    /** The same after so many plateaus, which most schedules do not look at. */
    default double factor(long step, Length length, int plateaus) {
        if (this instanceof ConstantFrom tail && !tail.covers(step, length)) {
            return tail.before.factor(step, length, plateaus);
        }
        double factor = factor(step, length);
        return this instanceof Plateau plateau
                ? factor * Math.max(plateau.floor, StrictMath.pow(plateau.gamma, plateaus))
                : factor;
    }

    /** How many evaluations in a row without improvement are a plateau; 0 where the schedule does not look at evaluations. */
    default int patience() {
        return switch (this) {
            case Plateau plateau -> plateau.patience;
            case ConstantFrom tail -> tail.before.patience();
            default -> 0;
        };
    }

    private double afterWarmUp(long step, Length length) {
        double share = Math.min(1, step / (double) Math.max(1, length.total - length.warmUp));
        return switch (this) {
            case Constant _, Plateau _ -> 1;
            case Step(double every, double gamma, double floor) ->
                Math.max(floor, StrictMath.pow(gamma, Math.floor((step + length.warmUp) / (every * length.perEpoch))));
            case Milestones milestones ->
                Math.max(
                        milestones.floor,
                        StrictMath.pow(milestones.gamma, milestones.passed((step + length.warmUp) / length.perEpoch)));
            case Exponential(double epochs, double gamma, double floor) ->
                Math.max(floor, StrictMath.pow(gamma, step / (epochs * length.perEpoch)));
            case Cosine(double floor) -> above(floor, cosine(share));
            case Linear(double floor) -> above(floor, 1 - share);
            case Polynomial(double power, double floor) -> above(floor, StrictMath.pow(1 - share, power));
            case OneCycle(double rise, double floor) ->
                share < rise
                        ? above(Math.max(OneCycle.START, floor), share / rise)
                        : above(floor, cosine((share - rise) / (1 - rise)));
            case Triangle(double start, double rise, double floor) ->
                share < rise ? above(start, share / rise) : above(floor, (1 - share) / (1 - rise));
            case WarmRestarts restarts -> above(restarts.floor, cosine(restarts.share(step / length.perEpoch)));
            case ConstantFrom tail -> tail.before.afterWarmUp(step, length);
            case Custom(Factor function) -> function.at(step, length);
            // Shifted by half a step, so that no step of the cycle has a rate of zero.
            case Cyclical(double cycle, double floor) ->
                above(floor, triangle((step + 0.5) / (cycle * length.perEpoch)));
        };
    }

    private static double cosine(double share) {
        return 0.5 * (1 + StrictMath.cos(Math.PI * share));
    }

    private static double triangle(double turns) {
        return 1 - Math.abs(2 * (turns - Math.floor(turns)) - 1);
    }

    private static double above(double floor, double share) {
        return floor + (1 - floor) * share;
    }

    private static void checkFloor(double floor) {
        inside("the least factor", floor, floor >= 0 && floor < 1, "at least 0 and below 1");
    }

    private static void above(String name, double value) {
        inside(name, value, value > 0 && Double.isFinite(value), "above 0");
    }

    private static void inside(String name, double value, boolean holds, String expected) {
        if (!holds) {
            throw new IllegalArgumentException("%s must be %s, got %s".formatted(name, expected, value));
        }
    }
}
