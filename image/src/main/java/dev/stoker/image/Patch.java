package dev.stoker.image;

/** A rectangle of the canvas that is filled, perhaps with nothing in it; right and bottom lie just behind. */
record Patch(int left, int top, int right, int bottom) {
    static final Patch NONE = new Patch(0, 0, 0, 0);

    boolean isEmpty() {
        return right <= left || bottom <= top;
    }
}
