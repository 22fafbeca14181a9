package dev.stoker.serve.internal.batch;

import java.lang.foreign.MemorySegment;

/** What computes batches; it is called by one thread at a time. */
@FunctionalInterface
public interface BatchFunction {
    /** Reads so many rows, and writes as many rows of outputs. */
    void run(MemorySegment rows, int count, MemorySegment results);
}
