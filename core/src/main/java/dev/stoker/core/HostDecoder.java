package dev.stoker.core;

import java.lang.foreign.MemorySegment;

/** Decodes on the host what a device cannot. Many threads ask at once. */
@FunctionalInterface
public interface HostDecoder {
    /** Writes {@code picture.pixelBytes()} bytes: red, green and blue, line by line without gaps. */
    void decode(PictureRows.Content picture, MemorySegment pixels);
}
