package dev.stoker.datasets.prepare;

/** Whether JPEGs are rewritten losslessly so that a crop can be decoded without the rest of the image. */
public enum CropReadyMode {
    ON,
    OFF,
    /** On, unless files would grow by more than a few percent. */
    AUTO;

    private static final double MAX_GROWTH = 1.05;

    /** The resolved mode, given the factor by which sampled files grew. */
    CropReadyMode resolved(double growth) {
        return this != AUTO ? this : growth <= MAX_GROWTH ? ON : OFF;
    }
}
