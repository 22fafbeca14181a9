package dev.stoker.storage;

import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Metadata;

/** The files below an address. */
final class OpenDalStorage implements Storage {
    private final String location;
    private final AsyncOperator operator;
    private boolean closed;

    OpenDalStorage(String location, AsyncOperator operator) {
        this.location = location;
        this.operator = operator;
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public List<StoredFile> list() {
        return Answer.await(location, operator.list("")).stream()
                .filter(entry -> entry.metadata.isFile())
                .map(entry -> described(entry.path, entry.metadata))
                .sorted(Comparator.comparing(StoredFile::name))
                .toList();
    }

    @Override
    public Optional<StoredFile> find(String name) {
        return Answer.find(location + "/" + name, operator.stat(name)).map(found -> described(name, found));
    }

    static StoredFile described(String name, Metadata metadata) {
        return new StoredFile(name, metadata.contentLength, validator(metadata));
    }

    private static String validator(Metadata metadata) {
        return Optional.ofNullable(metadata.etag)
                .or(() -> Optional.ofNullable(metadata.lastModified).map(Object::toString))
                .orElse("");
    }

    @Override
    public StoredObject open(StoredFile file) {
        return new OpenDalObject(this, file);
    }

    AsyncOperator operator() {
        return operator;
    }

    /** Splits of one dataset share a storage, and each closes it. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            operator.close();
        }
    }
}
