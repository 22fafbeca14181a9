package dev.stoker.datasets.internal.image;

import dev.stoker.data.IndexedReader;
import dev.stoker.datasets.FileFingerprint;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

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

    /** What a person should know about how samples are read, a sentence each; may grow while they are. */
    default List<String> warnings() {
        return List.of();
    }

    /** Where a sample comes from, for people. */
    String describe(long sample);

    /** What a sample is: another text where its bytes may be others. */
    String identity(long sample);

    /** The files that samples are read from, by their names within a folder. */
    Stream<FileFingerprint> files(Path folder);

    @Override
    void close();
}
