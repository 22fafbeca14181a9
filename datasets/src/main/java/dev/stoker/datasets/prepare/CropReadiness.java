package dev.stoker.datasets.prepare;

/** Whether JPEGs are rewritten, without loss, so that crops of them can be decoded alone. */
public enum CropReadiness {
    ON,
    OFF,
    /** On, unless files would grow by more than a few hundredths. */
    AUTO;

    private static final double MOST_GROWTH = 1.03;

    /** What it comes to where some files grew by this factor. */
    CropReadiness settled(double growth) {
        return this != AUTO ? this : growth <= MOST_GROWTH ? ON : OFF;
    }
}
