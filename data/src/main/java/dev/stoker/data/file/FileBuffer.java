package dev.stoker.data.file;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.internal.file.NativeBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A worker's buffer for one file at a time; it grows to the largest file and is outside the heap. */
public final class FileBuffer implements AutoCloseable {
    private static final int FIRST_CAPACITY = 1 << 18;
    private static final int LARGEST = 1 << 30;

    private final NativeBuffer memory;

    public FileBuffer(MemoryTracker tracker) {
        memory = new NativeBuffer(FIRST_CAPACITY, tracker);
    }

    /**
     * All bytes of a file; valid until the next read. A file that is gone or whose content cannot be read may be skipped
     * as corrupt. One that cannot be opened for another reason, such as its permissions, is no corrupt one.
     */
    public MemorySegment read(Path file) {
        try (var channel = opened(file)) {
            int size = sizeOf(channel);
            fill(channel, roomFor(size));
            return memory.segment().asSlice(0, size);
        } catch (IOException failure) {
            throw new CorruptDataException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private static FileChannel opened(Path file) throws NoSuchFileException {
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (NoSuchFileException gone) {
            throw gone;
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private static int sizeOf(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size > LARGEST) {
            throw new IOException("it holds %d bytes, more than the %d of one element".formatted(size, LARGEST));
        }
        return (int) size;
    }

    private ByteBuffer roomFor(int size) {
        if (memory.capacity() < size) {
            memory.grow(size + size / 2, 0);
        }
        return memory.buffer().clear().limit(size);
    }

    private static void fill(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new IOException("it was truncated while being read");
            }
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
