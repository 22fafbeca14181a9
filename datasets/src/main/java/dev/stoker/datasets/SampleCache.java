package dev.stoker.datasets;

import dev.stoker.core.Bytes;
import java.nio.file.Path;

/** Where training samples are stored once they are read, as they were read: before decoding and before random transforms. */
public sealed interface SampleCache {
    /** Every epoch reads them again. */
    record None() implements SampleCache {}

    /** On the heap, for one training phase, up to a limit; what does not fit is read again in each epoch. */
    record Memory(Bytes limit) implements SampleCache {}

    /** In a file of a folder, for this run and later ones. */
    record Disk(Path folder) implements SampleCache {}
}
