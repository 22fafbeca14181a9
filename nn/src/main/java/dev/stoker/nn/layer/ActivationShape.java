package dev.stoker.nn.layer;

/** What flows between layers, for one image of the batch: an image, or a flat row of features. */
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

    record Row(int features) implements ActivationShape {
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
