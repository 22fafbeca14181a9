package dev.stoker.datasets;

import dev.stoker.data.IndexedReader;
import java.lang.foreign.MemorySegment;

/** Reads encoded pictures by number; safe for any number of workers. */
interface PictureReader extends IndexedReader<PictureReader.Labelled>, AutoCloseable {

    /** Encoded bytes, valid until the worker reads again, and the class. */
    record Labelled(MemorySegment encoded, int label) {}

    int size();

    /** What is read, for statistics. */
    String title();

    /** Where a sample comes from, for people. */
    String describe(long sample);

    @Override
    void close();
}
