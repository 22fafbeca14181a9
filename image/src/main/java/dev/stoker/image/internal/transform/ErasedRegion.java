package dev.stoker.image.internal.transform;

/** A rectangle of the canvas that is filled, perhaps empty; right and bottom are exclusive. */
record ErasedRegion(int left, int top, int right, int bottom) {
    static final ErasedRegion NONE = new ErasedRegion(0, 0, 0, 0);

    boolean isEmpty() {
        return right <= left || bottom <= top;
    }
}
