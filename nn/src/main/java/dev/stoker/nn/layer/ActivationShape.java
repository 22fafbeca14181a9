package dev.stoker.nn.layer;

/** The shape of an activation between layers, for one image of the batch: a feature map, or a vector of features. */
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
