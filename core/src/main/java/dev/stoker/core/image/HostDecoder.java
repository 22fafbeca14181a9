package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;

/** Decodes images on the host that a device cannot decode. Called by several threads at a time. */
@FunctionalInterface
public interface HostDecoder {
    /** Writes {@code image.pixelBytes()} bytes: red, green and blue, line by line without padding. */
    void decode(ImageRowLayout.ImageRow image, MemorySegment pixels);
}
