package dev.stoker.bench.fuzz;

import java.util.Locale;

/** What may be wrong with the way a damaged file was read. */
public enum FindingKind {
    /** The JVM died. */
    CRASH,
    /** The time limit was exceeded. */
    HANG,
    /** The heap or the resident memory exceeded its limit. */
    MEMORY,
    /** An exception that is not a sentence for the user. */
    TRACE,
    /** Something was read that the file does not hold. */
    WRONG;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
