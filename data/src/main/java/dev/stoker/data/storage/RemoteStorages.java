package dev.stoker.data.storage;

import dev.stoker.core.room.OptionalRoom;
import org.jspecify.annotations.Nullable;

/** The provider of remote storages, loaded once: its native library belongs to a single class loader. */
final class RemoteStorages {
    private static final OptionalRoom<StorageProvider> ROOM =
            new OptionalRoom<>("storage", "Apache OpenDAL", StorageProvider.class);

    private static @Nullable StorageProvider provider;

    private RemoteStorages() {}

    static Storage open(StorageAddress address) {
        return provider().open(address);
    }

    private static synchronized StorageProvider provider() {
        if (provider == null) {
            provider = ROOM.load();
        }
        return provider;
    }
}
