package dev.stoker.datasets;

/** Which samples a run is evaluated on while it trains: by them the best weights are selected, and when to stop. */
public sealed interface ValidationChoice {
    /**
     * The validation split that is stored with the dataset. Where there is none, a share of the training samples: 0.1 where a
     * test split is stored, else 0.2.
     */
    record Auto() implements ValidationChoice {
        private static final double BESIDE_TEST = 0.1;
        private static final double ALONE = 0.2;

        /** The share where no validation split is stored. */
        public static Share share(boolean hasTest) {
            return new Share(hasTest ? BESIDE_TEST : ALONE);
        }
    }

    /** The test split. What is selected by it looks better on it than on images that nobody has seen. */
    record TestSplit() implements ValidationChoice {}

    /** Training samples that are held out, in each class the same share of them. */
    sealed interface Holdout extends ValidationChoice {
        /** Whether the sample at this position among the samples of its class, in random order, is held out. */
        boolean holds(int position, int members);
    }

    /** A share of each class: at least one sample, and never all of them. */
    record Share(double share) implements Holdout {
        public Share {
            if (!(share > 0 && share < 1)) {
                throw new IllegalArgumentException("share must be above 0 and below 1, got " + share);
            }
        }

        @Override
        public boolean holds(int position, int members) {
            return position < Math.min(members - 1, Math.max(1, Math.round(share * members)));
        }

        @Override
        public String toString() {
            return "%s %% of the training split, by seed".formatted(percent());
        }

        private String percent() {
            double percent = 100 * share;
            return percent == Math.rint(percent) ? Long.toString((long) percent) : "%.4g".formatted(percent);
        }
    }

    /** A part of the training samples in cross-validation: all parts together are all samples, and no two share one. */
    record Fold(int fold, int folds) implements Holdout {
        public Fold {
            if (folds < 2 || fold < 1 || fold > folds) {
                throw new IllegalArgumentException(
                        "a fold is one of at least 2, counted from 1, got %d of %d".formatted(fold, folds));
            }
        }

        @Override
        public boolean holds(int position, int members) {
            return position % folds == fold - 1;
        }

        @Override
        public String toString() {
            return "fold %d of %d of the training split, by seed".formatted(fold, folds);
        }
    }
}
