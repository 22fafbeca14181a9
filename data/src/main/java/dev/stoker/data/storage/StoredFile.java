package dev.stoker.data.storage;

/**
 * A file as its storage describes it.
 *
 * @param name within the storage, with slashes
 * @param size in bytes
 * @param validator another text where the content may be another: the time of a local file, the ETag of an object; empty
 *     where the storage has none
 */
public record StoredFile(String name, long size, String validator) {}
