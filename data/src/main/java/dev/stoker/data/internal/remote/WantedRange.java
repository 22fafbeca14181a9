package dev.stoker.data.internal.remote;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.storage.StoredObject;

/** Bytes of a remote object that somebody will need. {@link RemoteReader} tells it what became of them, exactly once. */
public interface WantedRange {
    StoredObject object();

    long position();

    int length();

    /** What counts the memory; {@link #length} bytes of it are reserved for the range before it arrives. */
    MemoryTracker memory();

    /** Whether somebody waits for it already. */
    boolean isAwaited();

    /** The bytes are in the answer from here on; they are copied now, since the answer is not kept. */
    void arrived(byte[] answer, int from);

    /** The request for it, and for nothing else, failed; the memory is released. */
    void failed(Throwable failure);

    /** There is no memory for it, or it failed together with others: who needs it reads it alone. The memory is released. */
    void declined();
}
