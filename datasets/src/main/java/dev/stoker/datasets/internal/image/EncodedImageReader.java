package dev.stoker.datasets.internal.image;

import dev.stoker.data.IndexedReader;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;

/** Reads encoded images by number; safe for any number of workers. */
public interface EncodedImageReader extends IndexedReader<EncodedImageReader.Labeled>, AutoCloseable {

    /** Encoded bytes, valid until the worker reads again, and the class. */
    record Labeled(MemorySegment encoded, int label) {}

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
