package dev.stoker.data.storage;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A file open for reading at any position, by any number of threads at once. One that has changed is refused. */
public interface StoredObject extends AutoCloseable {

    /** Where it is, for people: a path, or an address. */
    String location();

    /** In bytes, when it was opened. */
    long size();

    /** Fills the buffer up to its limit, or up to the end of the file; returns how many bytes were read. */
    int read(ByteBuffer into, long position);

    /** Whether each read waits for an answer over a network, so that many should be under way at once. */
    default boolean isRemote() {
        return false;
    }

    /**
     * Says that a range will be read soon, and does not wait for it; false where that does nothing, so that reading it is the only
     * way to have it in memory.
     */
    default boolean willNeed(long position, long length) {
        return false;
    }

    /**
     * Asks for bytes without waiting for them, where it {@link #isRemote}. The answer has all of them, or it fails with what {@link
     * #read} would throw.
     */
    default CompletableFuture<byte[]> ask(long position, int length) {
        throw new UnsupportedOperationException(location() + " is read at once");
    }

    /** Gives up what is open until the next read, which checks that it is still the same file. */
    void rest();

    @Override
    void close();
}
