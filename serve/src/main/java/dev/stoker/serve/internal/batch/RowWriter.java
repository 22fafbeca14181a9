package dev.stoker.serve.internal.batch;

import java.lang.foreign.MemorySegment;

/** Writes one row of a batch. */
@FunctionalInterface
public interface RowWriter {
    /** Writes the whole row; throws {@link RefusedException} where there is nothing to write. */
    void write(MemorySegment row, DecodeBuffers buffers);
}
