package dev.stoker.data.explain;

/** Something in the order of a chain that is correct but rarely intended; the message says why, and what to do. */
public record PipelineWarning(Kind kind, String message) {

    /** What was found. */
    public enum Kind {
        CACHE_AFTER_RANDOM,
        CACHE_AFTER_SHUFFLE,
        SHUFFLE_AFTER_BATCH,
        SHUFFLE_AFTER_SHARD,
        REPEAT_BEFORE_SHUFFLE,
        BATCH_SPANS_EPOCHS,
        SMALL_SHUFFLE_WINDOW,
        UNEVEN_SHARDS,
        SHARED_SEED
    }

    @Override
    public String toString() {
        return message;
    }
}
