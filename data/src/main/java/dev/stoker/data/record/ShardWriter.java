package dev.stoker.data.record;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.internal.file.FileStamp;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes one shard and, at the same time, its index. Both appear by {@link #finish}; a shard that is closed before, or
 * that fails, leaves no file.
 */
public final class ShardWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int COPY_BYTES = 1 << 16;

    private final Path shard;
    private final Path partial;
    private final OutputStream file;
    private final OutputStream stream;
    private final RecordIndex.Builder index = new RecordIndex.Builder();
    private final byte[] header = new byte[TfRecordFormat.HEADER_BYTES];
    private final byte[] footer = new byte[TfRecordFormat.FOOTER_BYTES];
    private final byte[] copy = new byte[COPY_BYTES];
    private boolean open = true;

    private ShardWriter(Path shard, Path partial, OutputStream file) {
        this.shard = shard;
        this.partial = partial;
        this.file = file;
        stream = new BufferedOutputStream(file, BUFFER_BYTES);
    }

    /** Starts a shard; its folder must be there. */
    public static ShardWriter create(Path shard) {
        Path partial = shard.resolveSibling(shard.getFileName() + AtomicFile.PARTIAL_SUFFIX);
        try {
            // A FileChannel would close itself when the writing thread is interrupted; this stream does not.
            return new ShardWriter(shard, partial, Files.newOutputStream(partial));
        } catch (IOException failure) {
            throw failed(shard, failure);
        }
    }

    public long count() {
        return index.count();
    }

    /** What the shard would take if it were finished now. */
    public Bytes size() {
        return new Bytes(index.end());
    }

    public void write(byte[] payload) {
        write(MemorySegment.ofArray(payload));
    }

    /** Writes a payload from native memory or from an array of bytes. */
    public void write(MemorySegment payload) {
        requireOpen();
        frame(payload);
        try {
            stream.write(header);
            copyToStream(payload);
            stream.write(footer);
        } catch (IOException failure) {
            throw discarded(failure);
        }
        index.add((int) payload.byteSize(), littleEndian(footer).getInt());
    }

    private void frame(MemorySegment payload) {
        if (payload.byteSize() > FrameVerifier.LARGEST_PAYLOAD) {
            throw new IllegalArgumentException(
                    "a record may hold %d bytes, got %d".formatted(FrameVerifier.LARGEST_PAYLOAD, payload.byteSize()));
        }
        var start = littleEndian(header).putLong(payload.byteSize());
        start.putInt(TfRecordFormat.maskedChecksum(start.duplicate().flip()));
        littleEndian(footer).putInt(TfRecordFormat.maskedChecksum(payload.asByteBuffer()));
    }

    private void copyToStream(MemorySegment payload) throws IOException {
        for (long position = 0; position < payload.byteSize(); position += copy.length) {
            int count = (int) Math.min(copy.length, payload.byteSize() - position);
            MemorySegment.copy(payload, ValueLayout.JAVA_BYTE, position, copy, 0, count);
            stream.write(copy, 0, count);
        }
    }

    /** Gives the shard its name. By then it is on the disk; its index follows. */
    public void finish() {
        finish(Optional.empty());
    }

    /** The same, with a time of modification. The index holds it, so that the same records make the same two files. */
    public void finish(Instant modified) {
        finish(Optional.of(FileTime.from(modified)));
    }

    private void finish(Optional<FileTime> modified) {
        requireOpen();
        try {
            stream.close();
            if (modified.isPresent()) {
                Files.setLastModifiedTime(partial, modified.get());
            }
            force();
            var stamp = FileStamp.of(partial);
            Files.move(partial, shard, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            open = false;
            RecordIndexFile.keep(shard, stamp, index.build());
        } catch (IOException failure) {
            throw discarded(failure);
        }
    }

    /** The stream offers no force; forcing through any other handle of the file reaches the same pages. */
    private void force() throws IOException {
        Uninterrupted.run(() -> {
            try (var channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        });
    }

    /** Discards the shard unless it is finished. */
    @Override
    public void close() {
        if (open) {
            open = false;
            try {
                discard();
            } catch (IOException failure) {
                throw failed(shard, failure);
            }
        }
    }

    /** Closes the file under the buffer, so that what is left there is dropped rather than written. */
    private void discard() throws IOException {
        try (file) {
            Files.deleteIfExists(partial);
        }
    }

    private StokerException discarded(IOException failure) {
        open = false;
        try {
            discard();
        } catch (IOException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
        return failed(shard, failure);
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException(shard + " is finished or closed");
        }
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static StokerException failed(Path shard, IOException failure) {
        return new StokerException(
                "cannot write %s (%s): free some space or check the permissions, then run again"
                        .formatted(shard, AtomicFile.reason(failure)),
                failure);
    }
}
