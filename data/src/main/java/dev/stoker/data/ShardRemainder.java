package dev.stoker.data;

/** What happens to the last elements if there is not one for each rank. */
public enum ShardRemainder {
    /** The first ranks get one more: ranks may differ in their number of elements, and so of batches. */
    SHORT,
    /** They are dropped: all ranks have the same number. */
    DROPPED,
    /** The ranks left over get elements from the beginning: all ranks have the same number. */
    WRAPPED
}
