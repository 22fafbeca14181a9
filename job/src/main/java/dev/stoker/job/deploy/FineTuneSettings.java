package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;
import java.util.OptionalDouble;

/**
 * Training that follows, or accompanies, a change of the weights; with the plan of the run but for what is here.
 *
 * @param epochs 0 for no fine-tuning
 * @param rate learning rate; a tenth of the run's where it is absent
 */
public record FineTuneSettings(int epochs, OptionalDouble rate) {
    public static final FineTuneSettings NONE = new FineTuneSettings(0, OptionalDouble.empty());

    public FineTuneSettings {
        if (epochs < 0) {
            throw new StokerException("epochs must be at least 1, got " + epochs).about("epochs");
        }
        if (rate.isPresent() && !(rate.getAsDouble() > 0 && Double.isFinite(rate.getAsDouble()))) {
            throw new StokerException("lr must be above 0, got " + rate.getAsDouble()).about("lr");
        }
    }
}
