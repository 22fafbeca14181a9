package dev.stoker.data.record;

import dev.stoker.data.internal.file.PositionedFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes from front to back. */
interface ByteSource extends AutoCloseable {

    /** Reads at least one byte into the buffer's remaining room; -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    @Override
    default void close() {}

    /** The bytes of a shard file, decompressed if it is gzipped. */
    static ByteSource of(PositionedFile shard) {
        return GzipSource.isGzipped(shard) ? new GzipSource(new Plain(shard)) : new Plain(shard);
    }

    /** The bytes of the file. */
    final class Plain implements ByteSource {
        private final PositionedFile shard;
        private long position;

        Plain(PositionedFile shard) {
            this.shard = shard;
        }

        @Override
        public int read(ByteBuffer into) {
            int count = shard.read(into, position);
            position += count;
            return count == 0 ? -1 : count;
        }
    }
}
