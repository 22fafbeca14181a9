package dev.stoker.data.record;

import dev.stoker.data.internal.file.NativeBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.ZipException;

/** The packed side of a gzip file: its headers byte by byte, and the bytes between for the inflater. */
final class GzipInput implements AutoCloseable {
    static final short MAGIC = (short) 0x8b1f;

    private static final int BUFFER_BYTES = 1 << 18;
    private static final int DEFLATE = 8;
    private static final int TIME_AND_ORIGIN_BYTES = 6;

    private static final int HAS_CHECKSUM = 1 << 1;
    private static final int HAS_EXTRA = 1 << 2;
    private static final int HAS_NAME = 1 << 3;
    private static final int HAS_COMMENT = 1 << 4;
    private static final int RESERVED = 0xe0;

    private final ByteSource packed;
    private final NativeBuffer memory = new NativeBuffer(BUFFER_BYTES);
    private final CRC32 headerChecksum = new CRC32();
    private final ByteBuffer bytes = memory.buffer().limit(0);

    GzipInput(ByteSource packed) {
        this.packed = packed;
    }

    /** What was read and not yet taken. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Reads more when the buffer is empty; false at the end. */
    boolean refill() throws IOException {
        if (bytes.hasRemaining()) {
            return true;
        }
        int count = packed.read(bytes.clear());
        bytes.flip();
        return count > 0;
    }

    /** Steps over the header of a member, and compares its checksum where it has one. */
    void header() throws IOException {
        headerChecksum.reset();
        if (nextShort() != MAGIC || next() != DEFLATE) {
            throw new ZipException("no gzip header where one is expected");
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("a gzip header with reserved bits set");
        }
        skip(TIME_AND_ORIGIN_BYTES);
        if ((flags & HAS_EXTRA) != 0) {
            skip(Short.toUnsignedInt(nextShort()));
        }
        skipText(flags & HAS_NAME);
        skipText(flags & HAS_COMMENT);
        if ((flags & HAS_CHECKSUM) != 0) {
            short computed = (short) headerChecksum.getValue();
            short stored = nextShort();
            if (stored != computed) {
                throw new ZipException("gzip header checksum stored %04x, computed %04x".formatted(stored, computed));
            }
        }
    }

    /** Some writers fill the last block of a file with zeros. */
    void padding() throws IOException {
        while (refill() && bytes.get(bytes.position()) == 0) {
            bytes.get();
        }
    }

    int nextInt() throws IOException {
        return Short.toUnsignedInt(nextShort()) | nextShort() << 16;
    }

    private short nextShort() throws IOException {
        return (short) (next() | next() << 8);
    }

    private int next() throws IOException {
        if (!refill()) {
            throw new EOFException("the file ends within a gzip header or trailer");
        }
        byte next = bytes.get();
        headerChecksum.update(next);
        return Byte.toUnsignedInt(next);
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    @SuppressWarnings("StatementWithEmptyBody")
    private void skipText(int flag) throws IOException {
        while (flag != 0 && next() != 0) {
            // A zero ends the text.
        }
    }

    @Override
    public void close() {
        memory.close();
        packed.close();
    }
}
