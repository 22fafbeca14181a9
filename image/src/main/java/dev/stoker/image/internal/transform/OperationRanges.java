package dev.stoker.image.internal.transform;

/**
 * The largest magnitude of each operation, as in torchvision.
 *
 * @param translationShare the largest translation as a share of the side, to which {@code translationPixels} are added
 * @param factor how far factors of colors and sharpness are from 1
 * @param mostBits the bits that posterize keeps at magnitude 0; at 1 there are {@code lostBits} fewer
 */
record OperationRanges(
        double shear,
        double translationShare,
        double translationPixels,
        double degrees,
        double factor,
        int mostBits,
        int lostBits) {
    /** Of RandAugment and AutoAugment. */
    static final OperationRanges STANDARD = new OperationRanges(0.3, 150.0 / 331, 0, 30, 0.9, 8, 4);

    /** Of TrivialAugment. */
    static final OperationRanges WIDE = new OperationRanges(0.99, 0, 32, 135, 0.99, 8, 6);

    static final OperationRanges AUG_MIX = new OperationRanges(0.3, 1.0 / 3, 0, 30, 0.9, 4, 4);

    /** The translation along a side of this length, in whole pixels; what is left of one is cut off, as in torchvision. */
    double pixels(double signed, int side) {
        return (int) ((translationShare * side + translationPixels) * signed);
    }

    int bits(double magnitude) {
        return mostBits - (int) Math.rint(lostBits * magnitude);
    }
}
