package dev.stoker.data.storage;

import dev.stoker.core.room.OptionalRoom;

/** Opens what is not on this machine; an optional module has the implementation. */
public interface StorageProvider {
    OptionalRoom<StorageProvider> ROOM = new OptionalRoom<>("storage", "Apache OpenDAL", StorageProvider.class);

    /** Connects to nothing yet. */
    Storage open(StorageAddress address);
}
