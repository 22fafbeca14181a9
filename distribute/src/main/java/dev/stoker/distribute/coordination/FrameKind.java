package dev.stoker.distribute.coordination;

/** What a frame means. Numbers are part of the protocol. */
enum FrameKind {
    /** Who a rank is, to rank 0. */
    HELLO(1, false),
    /** Who rank 0 is, to a rank that fits. */
    ACCEPTED(2, false),
    /** Why the ranks cannot work together. */
    REFUSED(3, true),
    /** All ranks are there. */
    READY(4, false),
    HEARTBEAT(5, false),
    /** What a caller sends. */
    MESSAGE(6, false),
    /** Which rank failed first. */
    FAILED(7, true),
    /** A goodbye in good order. */
    LEAVE(8, true);

    private final int number;
    private final boolean last;

    FrameKind(int number, boolean last) {
        this.number = number;
        this.last = last;
    }

    int number() {
        return number;
    }

    /** Whether nothing follows in this direction. */
    boolean isLast() {
        return last;
    }
}
