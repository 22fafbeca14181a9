package dev.stoker.job.plan;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.Locale;

/** What may change from phase to phase of a run. */
public enum PhaseParameter {
    /** The side of the images. */
    RESIZE(8, 4096, "a side of 8 to 4096 pixels"),
    /** The share of the images. */
    SAMPLE(1e-9, 1, "a share above 0 and at most 1"),
    /** The number of classes, counted from the first. */
    CLASSES(2, 1 << 20, "a number of classes, 2 or more"),
    /** The strength of augmentation. */
    AUGMENT(0, 1, "a strength from 0 to 1"),
    /** Images per step. */
    BATCH(1, Plan.MAX_IMAGES_PER_STEP, "a batch size, 1 or more");

    private static final int ROUND = 8;

    private final double least;
    private final double most;
    private final String expected;

    PhaseParameter(double least, double most, String expected) {
        this.least = least;
        this.most = most;
        this.expected = expected;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static PhaseParameter named(String name, String where) {
        var names = Arrays.stream(values()).map(PhaseParameter::key).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw new StokerException("%s: there is no phase parameter '%s'%s (phase parameters: %s)"
                    .formatted(where, name, NameSuggestion.didYouMean(name, names), String.join(", ", names)));
        }
        return values()[index];
    }

    private boolean isWhole() {
        return this != SAMPLE && this != AUGMENT;
    }

    double parse(String text, String where) {
        try {
            double value = isWhole() ? Integer.parseInt(text) : Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // refused below, with what was expected
        }
        throw new StokerException("%s: %s needs %s, got '%s'".formatted(where, key(), expected, text));
    }

    /** Interpolates between two values; sizes and batches in between are multiples of eight, which GPUs compute faster. */
    double between(double from, double to, double fraction) {
        double value = from + (to - from) * fraction;
        if (fraction == 0 || fraction == 1 || !isWhole()) {
            return fraction == 1 ? to : value;
        }
        return this == CLASSES ? Math.rint(value) : Math.max(least, ROUND * Math.rint(value / ROUND));
    }
}
