package dev.stoker.image;

import java.lang.foreign.MemorySegment;

/**
 * Pixels in native memory, row by row, channels innermost, one byte each. An image belongs to the {@link ScratchBuffers}
 * that it was decoded into, and they are reused: its content is valid until their next use.
 */
public interface Image {
    int height();

    int width();

    int channels();

    /** The pixels themselves; {@link #step} bytes separate the starts of two rows. */
    MemorySegment pixels();

    /** Bytes from the start of one row to the start of the next. */
    long step();
}
