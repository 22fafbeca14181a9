package dev.stoker.image.transform;

/** Transforms that are applied to a share of the images. */
public sealed interface RandomFilter extends PixelTransform {
    /**
     * Moves each corner of the image inward by up to {@code distortion} of half the sides, with a probability; what is outside
     * the image gets the value {@code fill}.
     */
    record RandomPerspective(double probability, double distortion, int fill) implements RandomFilter {
        public RandomPerspective {
            TransformPreconditions.probability(probability);
            TransformPreconditions.between("distortion", distortion, 0, 1);
            TransformPreconditions.fill(fill);
        }

        @Override
        public RandomPerspective atStrength(double strength) {
            return new RandomPerspective(probability * strength, distortion, fill);
        }
    }

    /** Inverts all values from {@code threshold} on, with a probability. */
    record RandomSolarize(double probability, int threshold) implements RandomFilter {
        public RandomSolarize {
            TransformPreconditions.probability(probability);
            TransformPreconditions.between("threshold", threshold, 0, 256);
        }

        @Override
        public RandomSolarize atStrength(double strength) {
            return new RandomSolarize(probability * strength, threshold);
        }
    }

    /** Keeps the upper {@code bits} of each value, with a probability. */
    record RandomPosterize(double probability, int bits) implements RandomFilter {
        public RandomPosterize {
            TransformPreconditions.probability(probability);
            TransformPreconditions.between("bits", bits, 0, 8);
        }

        @Override
        public RandomPosterize atStrength(double strength) {
            return new RandomPosterize(probability * strength, bits);
        }
    }

    /** Sharpens by a factor above 1, or smooths by one below, with a probability. */
    record RandomAdjustSharpness(double probability, double factor) implements RandomFilter {
        private static final double MAXIMUM = 10;

        public RandomAdjustSharpness {
            TransformPreconditions.probability(probability);
            TransformPreconditions.between("factor", factor, 0, MAXIMUM);
        }

        @Override
        public RandomAdjustSharpness atStrength(double strength) {
            return new RandomAdjustSharpness(probability * strength, factor);
        }
    }

    @Override
    RandomFilter atStrength(double strength);
}
