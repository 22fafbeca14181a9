package dev.stoker.data;

/** What becomes of the elements that do not reach all ranks, one each. */
public enum ShardRemainder {
    /** The first ranks get one more: ranks may differ in their number of elements, so of batches. */
    SHORT,
    /** They are left out: all ranks have the same number. */
    DROPPED,
    /** The ranks left over get elements from the beginning: all ranks have the same number. */
    WRAPPED
}
