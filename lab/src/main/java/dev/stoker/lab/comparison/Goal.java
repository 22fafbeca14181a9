package dev.stoker.lab.comparison;

import dev.stoker.core.StokerException;
import java.util.OptionalDouble;

/**
 * What time and cost are counted to.
 *
 * @param accuracy a share of the validation split; absent where nobody asked
 * @param price per hour of the machine
 */
public record Goal(OptionalDouble accuracy, OptionalDouble price) {
    /** Nothing in particular. */
    public static final Goal NONE = new Goal(OptionalDouble.empty(), OptionalDouble.empty());

    private static final double SECONDS_PER_HOUR = 3600;

    public Goal {
        accuracy.ifPresent(value -> require("target", value > 0 && value <= 1, "above 0 and at most 1", value));
        price.ifPresent(value -> require("price", value > 0 && Double.isFinite(value), "above 0", value));
        if (price.isPresent() && accuracy.isEmpty()) {
            throw new StokerException("a price per hour needs the accuracy to reach: give target too").about("target");
        }
    }

    private static void require(String name, boolean valid, String range, double value) {
        if (!valid) {
            throw new StokerException("%s must be %s, got %s".formatted(name, range, value)).about(name);
        }
    }

    /** Training time of a run until the accuracy. */
    OptionalDouble seconds(RunFigures run) {
        return accuracy.isPresent() ? run.secondsTo(accuracy.getAsDouble()) : OptionalDouble.empty();
    }

    OptionalDouble cost(RunFigures run) {
        var seconds = seconds(run);
        return price.isPresent() && seconds.isPresent()
                ? OptionalDouble.of(price.getAsDouble() * seconds.getAsDouble() / SECONDS_PER_HOUR)
                : OptionalDouble.empty();
    }
}
