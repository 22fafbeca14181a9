package dev.stoker.data;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.util.function.Supplier;

/**
 * What a function of the pipeline knows about the thread that calls it: the epoch and the index of the element, random
 * numbers for that element, scratch that belongs to the thread, and an account of the memory it uses.
 */
public interface Worker {

    long epoch();

    /** The index of the element in its source; for elements of a stream, their position in it. */
    long index();

    /** How often the element came in this epoch before; above 0 only where {@link Dataset#balanced} and {@link Dataset#repeatElements} repeat elements. */
    default long repetition() {
        return 0;
    }

    /**
     * Random numbers that depend on the seed, the epoch and the element only, not on the number of workers. The generator
     * belongs to the worker and is restarted by the next call.
     */
    SeededRandom random(Seed seed);

    /**
     * This worker's own resource for {@code owner}, created on first use. It is closed with the worker, or between two
     * elements when memory is short; then it is created again.
     */
    <S extends AutoCloseable> S scratch(Object owner, Supplier<S> maker);

    /** Tracks memory outside the heap. It throws when the memory budget is exhausted, and the element is retried. */
    MemoryTracker memory();

    /** Reports that so many bytes were read from a file. */
    void read(long bytes);

    /** Reports that so many of the bytes that were read come from the near cache, and not from where the data is. */
    default void readNear(long bytes) {}

    /** Whether the work on this element is timed, as that on a part of the elements is. */
    default boolean isTimed() {
        return false;
    }

    /** Reports that decoding took so many nanoseconds of the work on this element, which is timed. */
    default void decoded(long nanos) {}
}
