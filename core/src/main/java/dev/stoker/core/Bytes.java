package dev.stoker.core;

import java.util.Locale;
import java.util.regex.Pattern;

/** A number of bytes, printed with a unit. */
public record Bytes(long count) implements Comparable<Bytes> {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final Pattern WRITTEN = Pattern.compile("(?i)(\\d{1,15}) ?(b|kb|mb|gb|kib|mib|gib|)");

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("a size cannot be negative, got " + count);
        }
    }

    public static Bytes ofMebibytes(long mebibytes) {
        return new Bytes(mebibytes << 20);
    }

    /** Parses an integer number of bytes, or of kB, MB, GB, KiB, MiB or GiB. */
    public static Bytes parse(String text) {
        var matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a size such as 100MB, 512MiB or 2GB");
        }
        return new Bytes(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(matcher.group(2))));
    }

    private static long unit(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "kb" -> 1_000;
            case "mb" -> 1_000_000;
            case "gb" -> 1_000_000_000;
            case "kib" -> 1 << 10;
            case "mib" -> 1 << 20;
            case "gib" -> 1 << 30;
            default -> 1;
        };
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
