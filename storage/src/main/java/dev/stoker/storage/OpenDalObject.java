package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An object, read by ranges. It is described by the server before the first range is read, and compared with what it was
 * expected to be: OpenDAL's Java binding has no conditional reads, so a change after that is found by checksums of records.
 */
final class OpenDalObject implements StoredObject {
    private final OpenDalStorage storage;
    private final StoredFile expected;
    private volatile @Nullable StoredFile found;
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
        if (found == null) {
            find();
        }
        int length = Math.clamp(expected.size() - position, 0, into.remaining());
        if (length == 0) {
            return 0;
        }
        byte[] bytes = Answer.await(location(), storage.operator().read(expected.name(), position, length));
        if (bytes.length != length) {
            throw new StokerException(
                    "%s: %,d bytes were asked for at byte %,d, and %,d came; use a server that answers requests for ranges"
                            .formatted(location(), length, position, bytes.length));
        }
        into.put(bytes);
        return length;
    }

    /** Once, whoever comes first. */
    private synchronized void find() {
        if (found != null) {
            return;
        }
        var now = storage.find(expected.name())
                .orElseThrow(() -> new StokerException(
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
        found = now;
    }

    /** The next to read it asks whether it is still the same. */
    @Override
    public synchronized void rest() {
        found = null;
    }

    @Override
    public void close() {}
}
