package dev.stoker.data.file;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.file.NativeBuffer;
import dev.stoker.data.internal.file.PositionedFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Ranges of bytes of several files, read by position. The files are open only while there are readers, and each once,
 * however many readers there are; one that has changed since is refused.
 */
public final class FileRanges {
    private static final int FIRST_CAPACITY = 1 << 18;

    private final List<PositionedFile> files;
    private final Leases leases = new Leases(this::rest);

    private FileRanges(List<PositionedFile> files) {
        this.files = files;
    }

    /** Looks at the files, without reading them. */
    public static FileRanges of(List<Path> paths) {
        return new FileRanges(paths.stream().map(FileRanges::resting).toList());
    }

    private static PositionedFile resting(Path path) {
        var file = PositionedFile.open(path);
        file.rest();
        return file;
    }

    /** The files as they were found: label 0 each, with size and time. */
    public List<LabeledFile> files() {
        return files.stream().map(FileRanges::described).toList();
    }

    private static LabeledFile described(PositionedFile file) {
        return new LabeledFile(file.path(), 0, file.stamp().size(), file.stamp().modified());
    }

    /** A reader for one thread; when the last one is closed, so are the files. */
    public Reader reader(MemoryTracker tracker) {
        return new Reader(tracker);
    }

    private void rest() {
        files.forEach(PositionedFile::rest);
    }

    /** What one thread reads with. */
    public final class Reader implements AutoCloseable {
        private final NativeBuffer memory;
        private final Leases.Lease lease;

        private Reader(MemoryTracker tracker) {
            memory = new NativeBuffer(FIRST_CAPACITY, tracker);
            lease = leases.take();
        }

        /** The bytes of a range; valid until the next read. */
        public MemorySegment read(int file, long offset, int length) {
            int found = fill(file, offset, length);
            if (found < length) {
                throw new CorruptDataException("%s is truncated: %,d bytes expected at byte %,d, %,d found"
                        .formatted(files.get(file).path(), length, offset, found));
            }
            return memory.segment().asSlice(0, length);
        }

        /** Reads a range and forgets it: the next to read it finds it in memory. */
        public void prefetch(int file, long offset, int length) {
            fill(file, offset, length);
        }

        private int fill(int file, long offset, int length) {
            if (memory.capacity() < length) {
                memory.grow((int) Math.min(Integer.MAX_VALUE, length + (long) length / 2), 0);
            }
            return files.get(file).read(memory.buffer().clear().limit(length), offset);
        }

        @Override
        public void close() {
            try (lease) {
                memory.close();
            }
        }
    }
}
