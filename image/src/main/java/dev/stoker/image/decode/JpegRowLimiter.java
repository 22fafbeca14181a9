package dev.stoker.image.decode;

import dev.stoker.image.internal.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;

/**
 * Limits JPEGs to the rows down to the end of a region. Entropy-coded data, where most of the time goes, is decoded from its start, but
 * need not be decoded to its end.
 */
final class JpegRowLimiter {
    private static final int BLOCK = 8;
    /** In the content of a frame header. */
    private static final int HEIGHT = 1;

    private JpegRowLimiter() {}

    /** How many rows suffice; empty where all are needed, or where the rows are not in one scan. */
    static OptionalInt rows(MemorySegment encoded, ImageHeader header, ImageRegion region, DecodeScale scale) {
        if (header.format() != ImageFormat.JPEG) {
            return OptionalInt.empty();
        }
        // Chroma is upsampled across the edges of MCUs.
        int bottom = region.top() + region.height() + scale.divisor();
        var bytes = new HeaderBytes(encoded, header.format());
        if (bottom + BLOCK > header.height() || !JpegHeader.isBaseline(bytes)) {
            return OptionalInt.empty();
        }
        int mcu = BLOCK * JpegHeader.verticalSampling(bytes);
        int rows = Math.ceilDiv(bottom, mcu) * mcu;
        return rows < header.height() ? OptionalInt.of(rows) : OptionalInt.empty();
    }

    /** A copy with fewer rows in its header: decoders skip the data after them. */
    static MemorySegment limited(MemorySegment encoded, ImageFormat format, int rows, Workspace workspace) {
        long size = encoded.byteSize();
        var copy = MemorySegment.ofAddress(workspace.croppedFile.of(size)).reinterpret(size);
        copy.copyFrom(encoded);
        long height = JpegHeader.frame(new HeaderBytes(encoded, format)) + HEIGHT;
        copy.set(ValueLayout.JAVA_BYTE, height, (byte) (rows >> 8));
        copy.set(ValueLayout.JAVA_BYTE, height + 1, (byte) rows);
        return copy;
    }
}
