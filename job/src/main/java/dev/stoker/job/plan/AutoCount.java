package dev.stoker.job.plan;

import java.util.function.IntSupplier;

/** A number of threads, or whatever suits the machine. */
public record AutoCount(int value) {
    private static final AutoCount AUTO = new AutoCount(0);

    public AutoCount {
        if (value < 0) {
            throw new IllegalArgumentException("at least 1, or auto");
        }
    }

    public static AutoCount parse(String text) {
        if (text.equals(Plan.AUTO)) {
            return AUTO;
        }
        int value = Integer.parseInt(text);
        if (value < 1) {
            throw new IllegalArgumentException("at least 1, or auto");
        }
        return new AutoCount(value);
    }

    /** The number, asking the machine only for {@code auto}. */
    public int or(IntSupplier automatic) {
        return value == 0 ? automatic.getAsInt() : value;
    }

    @Override
    public String toString() {
        return value == 0 ? Plan.AUTO : Integer.toString(value);
    }
}
