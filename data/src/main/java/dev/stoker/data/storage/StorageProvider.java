package dev.stoker.data.storage;

/** Opens what is not on this machine; an optional module has the implementation. */
public interface StorageProvider {
    /** Connects to nothing yet. */
    Storage open(StorageAddress address);
}
