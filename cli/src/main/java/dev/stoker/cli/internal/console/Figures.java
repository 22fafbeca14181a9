package dev.stoker.cli.internal.console;

/** Figures as people read them, of a width that columns can rely on. */
final class Figures {
    private static final int WIDE = 1000;

    private Figures() {}

    /** At most seven characters, unless the loss explodes. */
    static String loss(double loss) {
        return (Math.abs(loss) < WIDE ? "%.4f" : "%.1e").formatted(loss).replace("e+0", "e");
    }

    static String percent(double share) {
        return "%.2f %%".formatted(100 * share);
    }
}
