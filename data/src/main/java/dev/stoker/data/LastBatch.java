package dev.stoker.data;

/** What happens to the last elements of an epoch if they do not fill a batch. */
public enum LastBatch {
    /** The last batch is smaller. */
    SHORT,
    /** They are dropped. */
    DROPPED,
    /** The last batch is filled up from the beginning. */
    WRAPPED
}
