package dev.stoker.job.plan.value;

import dev.stoker.datasets.ValidationChoice;

/** The validation split: {@code auto}, {@code test}, or a share of the training split. */
public sealed interface ValidationMode {
    record Automatic() implements ValidationMode {
        @Override
        public String toString() {
            return "auto";
        }
    }

    record Test() implements ValidationMode {
        @Override
        public String toString() {
            return "test";
        }
    }

    record Share(double share) implements ValidationMode {
        @Override
        public String toString() {
            return Double.toString(share);
        }
    }

    static ValidationMode parse(String text) {
        return switch (text) {
            case "auto" -> new Automatic();
            case "test" -> new Test();
            default -> new Share(share(text));
        };
    }

    private static double share(String text) {
        try {
            double share = Double.parseDouble(text);
            if (share > 0 && share < 1) {
                return share;
            }
        } catch (NumberFormatException _) {
            // as wrong as a share that is too large
        }
        throw new IllegalArgumentException("a share above 0 and below 1, auto, or test");
    }

    /** The same for a dataset. */
    default ValidationChoice toChoice() {
        return switch (this) {
            case Automatic _ -> new ValidationChoice.Auto();
            case Test _ -> new ValidationChoice.TestSplit();
            case Share(double share) -> new ValidationChoice.Share(share);
        };
    }
}
