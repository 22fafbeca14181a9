package dev.stoker.bench.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a worker does at present, in memory that is shared with its parent and outlives it: the number of the input, and how
 * many of each format it has accepted and refused since it was last cleared.
 */
final class ProgressFile {
    private static final long IDLE = -1;
    private static final int HEADER = 1;

    private final LongBuffer values;
    private final int formats;

    private ProgressFile(LongBuffer values, int formats) {
        this.values = values;
        this.formats = formats;
    }

    static ProgressFile open(Path file, int formats) {
        long bytes = (HEADER + 2L * formats) * Long.BYTES;
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ProgressFile(channel.map(MapMode.READ_WRITE, 0, bytes).asLongBuffer(), formats);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void clear() {
        values.put(0, IDLE);
        for (int i = 0; i < 2 * formats; i++) {
            values.put(HEADER + i, 0);
        }
    }

    void start(long index) {
        values.put(0, index);
    }

    void idle() {
        values.put(0, IDLE);
    }

    boolean isIdle() {
        return index() == IDLE;
    }

    /** The number of the input that is being read. */
    long index() {
        return values.get(0);
    }

    void count(int format, boolean accepted) {
        int at = HEADER + 2 * format + (accepted ? 0 : 1);
        values.put(at, values.get(at) + 1);
    }

    FuzzCounts counts(int format) {
        return new FuzzCounts(values.get(HEADER + 2 * format), values.get(HEADER + 2 * format + 1));
    }
}
