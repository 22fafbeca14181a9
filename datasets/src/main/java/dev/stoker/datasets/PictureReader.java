package dev.stoker.datasets;

import dev.stoker.data.IndexedReader;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;

/** Reads encoded pictures by number; safe for any number of workers. */
interface PictureReader extends IndexedReader<PictureReader.Labelled>, AutoCloseable {

    /** Encoded bytes, valid until the worker reads again, and the class. */
    record Labelled(MemorySegment encoded, int label) {}

    int size();

    /** The class of a sample, where it is known without reading it. */
    default OptionalInt label(long sample) {
        return OptionalInt.empty();
    }

    /** What is read, for statistics. */
    String title();

    /** Where a sample comes from, for people. */
    String describe(long sample);

    @Override
    void close();
}
