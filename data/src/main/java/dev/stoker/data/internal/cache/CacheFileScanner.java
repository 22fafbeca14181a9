package dev.stoker.data.internal.cache;

import static dev.stoker.core.io.TfRecordFormat.FOOTER_BYTES;
import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.TfRecordFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Finds the frames of a cache file, also those after a corrupt one. */
final class CacheFileScanner {
    /** Is called for each element that seems complete; its payload is checked when it is read. */
    @FunctionalInterface
    interface Visitor {
        void element(long index, long offset);
    }

    private static final int SEARCH_BYTES = 1 << 16;
    private static final int LONGEST_HEADER = 1 << 10;

    private final FileChannel channel;
    private final long size;
    private long corrupt;

    /** What a file has beyond the limit is not looked at; its header always is. */
    CacheFileScanner(FileChannel channel, Bytes limit) throws IOException {
        this.channel = channel;
        size = Math.min(channel.size(), Math.max(limit.count(), LONGEST_HEADER));
    }

    /** The payload of the first frame; empty where it is corrupt. */
    byte[] header() throws IOException {
        return payload(channel, 0);
    }

    /** Visits the elements in the order they were written, and says where the last one ends. */
    long elements(Visitor visitor) throws IOException {
        var start = ByteBuffer.allocate(HEADER_BYTES + CacheFile.PREFIX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long end = frameEnd(0, start);
        long offset = end;
        while (offset < size) {
            long next = frameEnd(offset, start);
            boolean isElement = next > 0 && CacheFile.isStamped(start, HEADER_BYTES, offset);
            if (isElement) {
                corrupt += offset > end ? 1 : 0;
                visitor.element(start.getLong(HEADER_BYTES), offset);
                end = next;
                offset = next;
            } else {
                offset = search(offset + 1);
            }
        }
        return end;
    }

    /** Gaps between elements: one corrupt element each, or several in a row. */
    long corrupt() {
        return corrupt;
    }

    /** Where the frame at an offset ends, or 0 if there is no complete one; reads what it starts with. */
    private long frameEnd(long offset, ByteBuffer start) throws IOException {
        fill(channel, start.clear(), offset);
        if (start.position() < HEADER_BYTES || !isHeader(start)) {
            return 0;
        }
        long length = start.getLong(0);
        return length >= 0 && length <= size - offset - HEADER_BYTES - FOOTER_BYTES
                ? offset + HEADER_BYTES + length + FOOTER_BYTES
                : 0;
    }

    /** The next offset with a frame header, or the end. */
    private long search(long from) throws IOException {
        var bytes = ByteBuffer.allocate(SEARCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long base = from; base + HEADER_BYTES <= size; base += SEARCH_BYTES - HEADER_BYTES + 1) {
            fill(channel, bytes.clear(), base);
            int found = bytes.position();
            for (int at = 0; at + HEADER_BYTES <= found; at++) {
                if (isHeader(bytes.slice(at, HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN))) {
                    return base + at;
                }
            }
        }
        return size;
    }

    private static boolean isHeader(ByteBuffer start) {
        return start.getInt(Long.BYTES) == TfRecordFormat.maskedChecksum(start.slice(0, Long.BYTES));
    }

    /** The payload of the frame at an offset; empty where its checksums contradict it or it is not all there. */
    static byte[] payload(FileChannel channel, long offset) throws IOException {
        var nothing = new byte[0];
        var header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fill(channel, header, offset);
        if (header.position() < HEADER_BYTES || !isHeader(header)) {
            return nothing;
        }
        long length = header.getLong(0);
        if (length < 0 || length > Math.min(channel.size() - offset, Integer.MAX_VALUE - 64)) {
            return nothing;
        }
        var bytes = ByteBuffer.allocate((int) length + FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fill(channel, bytes, offset + HEADER_BYTES);
        boolean sound = !bytes.hasRemaining()
                && bytes.getInt((int) length) == TfRecordFormat.maskedChecksum(bytes.slice(0, (int) length));
        return sound ? Arrays.copyOf(bytes.array(), (int) length) : nothing;
    }

    /** Fills a buffer up to its limit or the end of the file. */
    private static void fill(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = channel.read(bytes, offset + bytes.position());
        }
    }
}
