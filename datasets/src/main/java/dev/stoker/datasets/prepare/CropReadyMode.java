package dev.stoker.datasets.prepare;

/** Whether JPEGs are rewritten, without loss, so that crops of them can be decoded alone. */
public enum CropReadyMode {
    ON,
    OFF,
    /** On, unless files would grow by more than a few hundredths. */
    AUTO;

    private static final double MAX_GROWTH = 1.03;

    /** What it comes to where some files grew by this factor. */
    CropReadyMode settled(double growth) {
        return this != AUTO ? this : growth <= MAX_GROWTH ? ON : OFF;
    }
}
