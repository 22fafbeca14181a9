package dev.stoker.telemetry.run;

/**
 * How far a log was read.
 *
 * @param offset in bytes, after the end of a line
 * @param file tells the file from another one under the same name; empty before anything was read
 */
public record MetricsPosition(long offset, String file) {
    public static final MetricsPosition START = new MetricsPosition(0, "");

    public MetricsPosition {
        if (offset < 0) {
            throw new IllegalArgumentException("a position is not negative, got " + offset);
        }
    }
}
