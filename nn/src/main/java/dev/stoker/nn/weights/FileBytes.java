package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The bytes of a file by position; every error names the file. Its last reader closes it. */
record FileBytes(Path path, FileChannel channel, long size) implements AutoCloseable {
    /** Small enough to be in the cache still when its checksum is computed. */
    static final int CHUNK = 1 << 20;

    /** Reads an open file; its result owns the bytes and closes them, and a failure closes them at once. */
    interface Reader<T> {
        T read(FileBytes bytes);
    }

    static <T> T open(Path path, Reader<T> reader) {
        try {
            var channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                return reader.read(new FileBytes(path, channel, channel.size()));
            } catch (IOException | RuntimeException failure) {
                channel.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw unreadable(path, failure);
        }
    }

    /** This many bytes, in little-endian order; they must be within the file. */
    ByteBuffer read(long position, int count) {
        if (position < 0 || count < 0 || position > size - count) {
            throw cutShort();
        }
        var buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        fill(buffer, position);
        return buffer.flip();
    }

    void fill(MemorySegment bytes, long position) {
        fill(bytes, position, _ -> {});
    }

    /** Each piece is passed on as soon as it is read, for a checksum. */
    void fill(MemorySegment bytes, long position, Consumer<ByteBuffer> pieces) {
        for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
            var piece = bytes.asSlice(from, Math.min(CHUNK, bytes.byteSize() - from))
                    .asByteBuffer();
            fill(piece, position + from);
            pieces.accept(piece.flip());
        }
    }

    private void fill(ByteBuffer buffer, long position) {
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, position + buffer.position()) < 0) {
                    throw cutShort();
                }
            }
        } catch (IOException failure) {
            throw unreadable(path, failure);
        }
    }

    StokerException damaged(String what) {
        return new DamagedFileException(path, what);
    }

    StokerException notSafetensors(String why) {
        return notSafetensors(why, null);
    }

    StokerException notSafetensors(String why, @Nullable Throwable cause) {
        String damage = "is not a safetensors file: " + why;
        return new DamagedFileException("%s %s".formatted(path, damage), "it " + damage, cause);
    }

    private StokerException cutShort() {
        return damaged("it ends at byte %d".formatted(size));
    }

    private static StokerException unreadable(Path path, IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StokerException("cannot close %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }
}
