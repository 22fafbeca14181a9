package dev.stoker.image.internal.transform;

/** A rectangle of the canvas that is filled, perhaps with nothing in it; right and bottom lie just behind. */
record ErasedRegion(int left, int top, int right, int bottom) {
    static final ErasedRegion NONE = new ErasedRegion(0, 0, 0, 0);

    boolean isEmpty() {
        return right <= left || bottom <= top;
    }
}
