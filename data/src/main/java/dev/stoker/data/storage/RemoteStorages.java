package dev.stoker.data.storage;

import org.jspecify.annotations.Nullable;

/** The provider of remote storages, loaded once: its native library belongs to a single class loader. */
final class RemoteStorages {
    private static @Nullable StorageProvider provider;

    private RemoteStorages() {}

    static Storage open(StorageAddress address) {
        return provider().open(address);
    }

    private static synchronized StorageProvider provider() {
        if (provider == null) {
            provider = StorageProvider.ROOM.load();
        }
        return provider;
    }
}
