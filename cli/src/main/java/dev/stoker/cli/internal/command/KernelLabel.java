package dev.stoker.cli.internal.command;

/** The name of a kernel or operator in a column of a table. */
final class KernelLabel {
    private KernelLabel() {}

    /** The purpose of a kernel is at the beginning of its name, its variant at the end: both stay. */
    static String within(int width, String name) {
        if (name.length() <= width) {
            return name;
        }
        int tail = width / 3;
        return name.substring(0, width - tail - 1) + "…" + name.substring(name.length() - tail);
    }
}
