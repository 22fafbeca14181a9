package dev.stoker.datasets;

import dev.stoker.data.Worker;
import java.lang.foreign.MemorySegment;

/** Reads encoded pictures by number; safe for any number of workers. */
interface PictureReader extends AutoCloseable {

    /** Encoded bytes, valid until the worker reads again, and the class. */
    record Labelled(MemorySegment encoded, int label) {}

    int size();

    Labelled read(int sample, Worker worker);

    /** Where a sample comes from, for people. */
    String describe(int sample);

    @Override
    void close();
}
