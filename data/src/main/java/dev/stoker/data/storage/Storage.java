package dev.stoker.data.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.file.LocalStorage;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of one place: a folder of this machine, a prefix of a bucket, a folder of a web server. */
public interface Storage extends AutoCloseable {

    /** The files of a folder of this machine. */
    static Storage of(Path folder) {
        return new LocalStorage(folder);
    }

    /** The files below an address; {@link StorageProvider} has those that are not of this machine. */
    static Storage at(StorageAddress address) {
        return address.isLocal() ? of(Path.of(address.path())) : RemoteStorages.open(address);
    }

    /** What people call it. */
    String location();

    /** The files right below it, sorted by name. */
    List<StoredFile> list();

    /** The folders right below it, sorted by name; an error where a storage has no listings, as web servers. */
    default List<String> folders() {
        throw new StokerException("%s cannot be listed".formatted(location()));
    }

    /** The files at any depth below one of its folders, sorted by name, with their names from here. */
    default List<StoredFile> tree(String folder) {
        throw new StokerException("%s/%s cannot be listed".formatted(location(), folder));
    }

    /** The file of this name, if there is one. */
    Optional<StoredFile> find(String name);

    /** Opens a file for reading; an error, now or at the first read, where it is no longer as described. */
    StoredObject open(StoredFile file);

    /** What {@link #read} takes at most. */
    int LARGEST_SMALL_FILE = 1 << 30;

    /** The whole content of a small file, if there is one of this name. */
    default Optional<byte[]> read(String name) {
        return find(name).map(this::content);
    }

    private byte[] content(StoredFile file) {
        if (file.size() > LARGEST_SMALL_FILE) {
            throw new StokerException(
                    "%s/%s has %,d bytes, and at most %,d are read at once: it is no file of `stoker prepare`"
                            .formatted(location(), file.name(), file.size(), LARGEST_SMALL_FILE));
        }
        var content = ByteBuffer.allocate((int) file.size());
        try (var object = open(file)) {
            if (object.read(content, 0) < file.size()) {
                throw new StokerException("%s became shorter while it was read; run again when nothing writes to it"
                        .formatted(object.location()));
            }
        }
        return content.array();
    }

    @Override
    void close();
}
