package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An object, read by ranges. It is described by the server before the first range is read, and compared with what it was
 * expected to be: OpenDAL's Java binding has no conditional reads, so a change after that is found by checksums of records.
 */
final class OpenDalObject implements StoredObject {
    private final OpenDalStorage storage;
    private final StoredFile expected;
    private @Nullable CompletableFuture<StoredFile> found;
    private String validator;

    OpenDalObject(OpenDalStorage storage, StoredFile expected) {
        this.storage = storage;
        this.expected = expected;
        validator = expected.validator();
    }

    @Override
    public String location() {
        return storage.location() + "/" + expected.name();
    }

    @Override
    public long size() {
        return expected.size();
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        int length = Math.clamp(expected.size() - position, 0, into.remaining());
        if (length == 0) {
            return 0;
        }
        into.put(Answer.await(location(), ask(position, length)));
        return length;
    }

    /** The description and the first range are asked for at once: a range of a changed object is not given out. */
    @Override
    public CompletableFuture<byte[]> ask(long position, int length) {
        var described = description();
        var range = Answer.of(location(), storage.read(expected.name(), position, length))
                .thenApply(bytes -> complete(bytes, position, length));
        return described.isDone() && !described.isCompletedExceptionally()
                ? range
                : described.thenCombine(range, (_, bytes) -> bytes);
    }

    private byte[] complete(byte[] bytes, long position, int length) {
        if (bytes.length != length) {
            throw new StokerException(
                    "%s: %,d bytes were asked for at byte %,d, and %,d came; use a server that answers requests for ranges"
                            .formatted(location(), length, position, bytes.length));
        }
        return bytes;
    }

    /** Asked for once, whoever comes first, and again where that failed. */
    private synchronized CompletableFuture<StoredFile> description() {
        var now = found;
        if (now == null || now.isCompletedExceptionally()) {
            now = Answer.find(location(), storage.describe(expected.name())).thenApply(this::check);
            found = now;
        }
        return now;
    }

    private synchronized StoredFile check(Optional<StoredFile> described) {
        var now = described.orElseThrow(() -> new StokerException(
                "%s is not there any more; upload it again, or prepare the set again".formatted(location())));
        if (now.size() != expected.size()) {
            throw new StokerException("%s has %,d bytes instead of %,d: it has changed; upload the whole set again"
                    .formatted(location(), now.size(), expected.size()));
        }
        if (!validator.isEmpty() && !validator.equals(now.validator())) {
            throw new StokerException(
                    "%s has changed since it was opened; run again when nothing writes to it".formatted(location()));
        }
        validator = now.validator();
        return now;
    }

    /** The next to read it asks whether it is still the same. */
    @Override
    public synchronized void rest() {
        found = null;
    }

    @Override
    public void close() {}
}
