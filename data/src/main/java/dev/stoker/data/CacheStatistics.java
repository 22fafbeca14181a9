package dev.stoker.data;

/**
 * What a cache has done so far: elements that came from it, elements that had to be computed, those of them that were
 * not stored because there was no room or another process writes the file, and stored elements that were corrupt and
 * computed again.
 */
public record CacheStatistics(long hits, long misses, long notStored, long corrupt) {

    @Override
    public String toString() {
        return "%d hits, %d misses, %d not stored, %d corrupt".formatted(hits, misses, notStored, corrupt);
    }
}
