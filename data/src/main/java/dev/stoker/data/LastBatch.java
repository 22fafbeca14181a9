package dev.stoker.data;

/** What becomes of the elements that do not fill a batch. */
public enum LastBatch {
    /** The last batch is short. */
    SHORT,
    /** They are left out. */
    DROPPED,
    /** The last batch is filled up from the beginning. */
    WRAPPED;

    /** Batches that come of so many elements, of which {@code Long.MAX_VALUE} are endless. */
    public long batches(long elements, int size) {
        if (elements == Long.MAX_VALUE) {
            return elements;
        }
        return this == DROPPED ? elements / size : Math.ceilDiv(elements, (long) size);
    }
}
