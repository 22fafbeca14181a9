package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.FOOTER_BYTES;
import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.data.internal.file.NativeBuffer;
import dev.stoker.data.internal.file.PositionedFile;
import java.nio.ByteBuffer;

/**
 * Finds the records of a shard by their headers. Payloads are stepped over: the checksum after one and the header of the next
 * are read at once, and where payloads are small, reading many records at a time is cheaper than as many calls.
 */
final class ShardScanner implements AutoCloseable {
    private static final int BLOCK_BYTES = 1 << 18;

    /** Copying this much out of the page cache takes about as long as the call itself. */
    private static final int SMALL_FRAME = 1 << 13;

    private final PositionedFile shard;
    private final long size;
    private final FrameVerifier check;
    private final NativeBuffer block = new NativeBuffer(BLOCK_BYTES);
    private long blockStart;
    private int blockSize;
    private long previousFrame = SMALL_FRAME;

    private ShardScanner(PositionedFile shard) {
        this.shard = shard;
        size = shard.size();
        check = new FrameVerifier(shard.location(), false);
    }

    static RecordIndex of(PositionedFile shard) {
        try (var scan = new ShardScanner(shard)) {
            var index = new RecordIndex.Builder();
            while (index.end() < scan.size) {
                int length = scan.length(index.count(), index.end());
                index.add(length, scan.checksum(index.end() + HEADER_BYTES + length));
            }
            return index.build();
        }
    }

    private int length(long index, long offset) {
        if (offset + HEADER_BYTES > blockStart + blockSize) {
            readBlock(offset);
        }
        if (blockStart + blockSize - offset < HEADER_BYTES) {
            throw check.truncated(index, offset, HEADER_BYTES, blockStart + blockSize - offset);
        }
        int length = check.length(block.buffer(), (int) (offset - blockStart), index, offset);
        long frame = (long) length + FrameVerifier.AROUND_PAYLOAD;
        if (frame > size - offset) {
            throw check.truncated(index, offset, frame, size - offset);
        }
        previousFrame = frame;
        return length;
    }

    /** What is stored after the payload that ends here. */
    private int checksum(long end) {
        if (end + FOOTER_BYTES > blockStart + blockSize) {
            readBlock(end);
        }
        return block.buffer().getInt((int) (end - blockStart));
    }

    private void readBlock(long offset) {
        int ahead = previousFrame < SMALL_FRAME ? BLOCK_BYTES : FOOTER_BYTES + HEADER_BYTES;
        ByteBuffer bytes = block.buffer().clear().limit((int) Math.min(ahead, size - offset));
        blockStart = offset;
        blockSize = shard.read(bytes, offset);
        bytes.clear();
    }

    @Override
    public void close() {
        block.close();
    }
}
