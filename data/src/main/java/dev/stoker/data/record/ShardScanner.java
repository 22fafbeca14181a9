package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.data.internal.file.NativeBuffer;
import dev.stoker.data.internal.file.PositionedFile;
import java.nio.ByteBuffer;

/**
 * Finds the records of a shard by their headers. Payloads are stepped over; where they are small, reading many at a
 * time is cheaper than as many calls.
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
        size = shard.stamp().size();
        check = new FrameVerifier(shard.path(), false);
    }

    static RecordIndex of(PositionedFile shard) {
        try (var scan = new ShardScanner(shard)) {
            var index = new RecordIndex.Builder();
            while (index.end() < scan.size) {
                index.add(scan.length(index.count(), index.end()));
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

    private void readBlock(long offset) {
        int ahead = previousFrame < SMALL_FRAME ? BLOCK_BYTES : HEADER_BYTES;
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
