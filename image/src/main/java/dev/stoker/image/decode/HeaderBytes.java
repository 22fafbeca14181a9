package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The encoded bytes for header parsers: integers of either byte order, never past the end. */
record HeaderBytes(MemorySegment bytes, ImageFormat format) {

    long size() {
        return bytes.byteSize();
    }

    int unsigned8(long offset) {
        require(offset, 1);
        return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, offset));
    }

    int unsigned16(long offset) {
        return unsigned8(offset) << 8 | unsigned8(offset + 1);
    }

    int unsigned16Little(long offset) {
        return unsigned8(offset) | unsigned8(offset + 1) << 8;
    }

    int unsigned24Little(long offset) {
        return unsigned16Little(offset) | unsigned8(offset + 2) << 16;
    }

    long unsigned32(long offset) {
        return (long) unsigned16(offset) << 16 | unsigned16(offset + 2);
    }

    long unsigned32Little(long offset) {
        return unsigned16Little(offset) | (long) unsigned16Little(offset + 2) << 16;
    }

    int signed32Little(long offset) {
        return (int) unsigned32Little(offset);
    }

    /** Whether this text is at an offset; false where it would reach past the end. The empty text is at every offset. */
    boolean spells(String letters, long offset) {
        if (!letters.isEmpty() && offset + letters.length() > size()) {
            return false;
        }
        for (int i = 0; i < letters.length(); i++) {
            if (unsigned8(offset + i) != letters.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    void require(long offset, long length) {
        if (offset < 0 || length < 0 || offset + length > size()) {
            throw new InvalidImageException("%s truncated: its header needs byte %,d, and there are %,d"
                    .formatted(format, offset + length - 1, size()));
        }
    }
}
