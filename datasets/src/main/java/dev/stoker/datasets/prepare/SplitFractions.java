package dev.stoker.datasets.prepare;

import dev.stoker.core.random.Seed;
import java.util.Arrays;

/**
 * The fractions of training, validation and test. The split of an image depends on nothing but its path and the seed, so
 * that it stays the same when other images are added or removed.
 */
public record SplitFractions(double train, double validation, double test) {
    private static final double ROUNDING = 1e-6;
    private static final String EXPECTED = "shares that add up to 1, such as 0.9,0.1 or 0.8,0.1,0.1";

    public SplitFractions {
        if (!(train > 0 && validation >= 0 && test >= 0) || Math.abs(train + validation + test - 1) > ROUNDING) {
            throw new IllegalArgumentException(EXPECTED);
        }
    }

    /** Reads {@code 0.9,0.1} or {@code 0.8,0.1,0.1}. */
    public static SplitFractions parse(String text) {
        double[] shares = shares(text);
        if (shares.length < 2 || shares.length > 3) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return new SplitFractions(shares[0], shares[1], shares.length == 3 ? shares[2] : 0);
    }

    private static double[] shares(String text) {
        try {
            return Arrays.stream(text.split(",", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(EXPECTED, wrong);
        }
    }

    SplitName splitOf(String name, Seed seed) {
        double place = (seed.forPurpose("split").forPurpose(name).value() >>> 11) * 0x1.0p-53;
        return place < train
                ? SplitName.TRAIN
                : place < train + validation || test == 0 ? SplitName.VALIDATION : SplitName.TEST;
    }

    @Override
    public String toString() {
        return train + "," + validation + "," + test;
    }
}
