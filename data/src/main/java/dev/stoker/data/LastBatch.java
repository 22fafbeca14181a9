package dev.stoker.data;

/** What becomes of the elements that do not fill a batch. */
public enum LastBatch {
    /** The last batch is short. */
    SHORT,
    /** They are left out. */
    DROPPED,
    /** The last batch is filled up from the beginning. */
    WRAPPED
}
