package dev.stoker.core;

import java.util.Locale;

/** Numbers of any size, for people. */
public final class SignificantDigits {
    private static final int DIGITS = 5;
    private static final double LARGEST = 1e7;
    private static final double SMALLEST = 1e-3;

    private SignificantDigits() {}

    /** With five digits that mean something, and at most eight characters of a number that is not negative. */
    public static String of(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value) || size >= LARGEST || (size > 0 && size < SMALLEST)) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int whole = size < 1 ? 1 : (int) Math.floor(Math.log10(size)) + 1;
        return String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - whole) + "f", value);
    }
}
