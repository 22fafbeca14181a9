package dev.stoker.nn;

/** What flows between layers, for one picture of the batch: a picture, or a flat row of features. */
public sealed interface Flow {
    long elements();

    record Picture(int channels, int height, int width) implements Flow {
        @Override
        public long elements() {
            return (long) channels * height * width;
        }

        @Override
        public String toString() {
            return channels + "×" + height + "×" + width;
        }
    }

    record Row(int features) implements Flow {
        @Override
        public long elements() {
            return features;
        }

        @Override
        public String toString() {
            return features + " features";
        }
    }
}
