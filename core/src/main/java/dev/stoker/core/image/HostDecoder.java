package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;

/** Decodes on the host what a device cannot. Many threads ask at once. */
@FunctionalInterface
public interface HostDecoder {
    /** Writes {@code image.pixelBytes()} bytes: red, green and blue, line by line without gaps. */
    void decode(ImageRowLayout.Content image, MemorySegment pixels);
}
