package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.Mutator;
import java.io.IOException;
import java.util.List;

/** One format: files to damage, how to damage them, and what reads them. For one thread. */
public interface FuzzTarget extends AutoCloseable {

    /** Valid files, the same at every call and on every machine. */
    List<byte[]> corpus();

    Mutator mutator();

    /**
     * Reads a damaged file. Returns where it is accepted, throws a {@link dev.stoker.core.StokerException} where it is
     * refused, and a {@link WrongResultException} where what is accepted is not what the file holds. Anything else that is
     * thrown is a bug.
     */
    void check(FuzzInput input) throws IOException;

    @Override
    default void close() {}
}
