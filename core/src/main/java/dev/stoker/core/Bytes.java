package dev.stoker.core;

import java.util.Locale;

/** A number of bytes that prints itself for people. */
public record Bytes(long count) implements Comparable<Bytes> {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("a size cannot be negative, got " + count);
        }
    }

    public static Bytes ofMebibytes(long mebibytes) {
        return new Bytes(mebibytes << 20);
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    @Override
    public String toString() {
        double value = count;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
