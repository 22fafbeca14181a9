package dev.stoker.data.file;

import java.nio.file.Path;

/**
 * A file and the number of its class, with its size and the time of its last change as they were when it was listed.
 *
 * @param size in bytes, or {@link #UNKNOWN}
 * @param modified in nanoseconds since 1970, or {@link #UNKNOWN}
 */
public record LabeledFile(Path file, int label, long size, long modified) {
    /** Of a file that was named and not looked at. */
    public static final long UNKNOWN = -1;

    /** A file that was not looked at. */
    public LabeledFile(Path file, int label) {
        this(file, label, UNKNOWN, UNKNOWN);
    }
}
