package dev.stoker.nn.layer;

/** The shape of an activation between layers, for one image of the batch: a feature map, tokens, or a vector of features. */
public sealed interface ActivationShape {
    long elements();

    record FeatureMap(int channels, int height, int width) implements ActivationShape {
        @Override
        public long elements() {
            return (long) channels * height * width;
        }

        @Override
        public String toString() {
            return channels + "×" + height + "×" + width;
        }
    }

    /** Vectors of equally many features each. */
    record Tokens(int tokens, int features) implements ActivationShape {
        @Override
        public long elements() {
            return (long) tokens * features;
        }

        @Override
        public String toString() {
            return "%d tokens of %d features".formatted(tokens, features);
        }
    }

    record Features(int features) implements ActivationShape {
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
