package dev.stoker.datasets;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.MemoryAccount;
import dev.stoker.core.WholeFile;
import dev.stoker.data.Worker;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Pictures in files of their own. */
record FileReader(ImageTree tree) implements PictureReader {
    private static final long LARGEST = 1 << 30;

    @Override
    public int size() {
        return tree.entries().size();
    }

    @Override
    public Labelled read(long sample, Worker worker) {
        var entry = tree.entries().get((int) sample);
        var buffer = worker.scratch(FileReader.class, () -> new Buffer(worker.memory()));
        try {
            var encoded = buffer.read(entry.file());
            worker.read(encoded.byteSize());
            return new Labelled(encoded, entry.label());
        } catch (IOException failure) {
            throw new CorruptDataException(
                    "cannot read %s (%s)".formatted(entry.file(), WholeFile.reason(failure)), failure);
        }
    }

    @Override
    public void warm(long sample, Worker worker) {
        read(sample, worker);
    }

    @Override
    public String title() {
        return "files";
    }

    @Override
    public String describe(long sample) {
        return tree.entries().get((int) sample).file().toString();
    }

    @Override
    public void close() {}

    /** Native memory of one worker that grows to the largest file it has met. */
    private static final class Buffer implements AutoCloseable {
        private final MemoryAccount account;
        private Arena arena = Arena.ofConfined();
        private MemorySegment memory = MemorySegment.NULL;

        Buffer(MemoryAccount account) {
            this.account = account;
        }

        MemorySegment read(Path file) throws IOException {
            try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
                long size = channel.size();
                if (size > LARGEST) {
                    throw new IOException("a file of " + size + " bytes is no picture");
                }
                reserve(size);
                var bytes = memory.asSlice(0, size).asByteBuffer();
                while (bytes.hasRemaining()) {
                    if (channel.read(bytes) < 0) {
                        throw new IOException("it was cut short while being read");
                    }
                }
                return memory.asSlice(0, size);
            }
        }

        private void reserve(long size) {
            if (memory.byteSize() < size) {
                close();
                account.take(size + size / 2);
                arena = Arena.ofConfined();
                memory = arena.allocate(size + size / 2);
            }
        }

        @Override
        public void close() {
            if (arena.scope().isAlive()) {
                account.giveBack(memory.byteSize());
                memory = MemorySegment.NULL;
                arena.close();
            }
        }
    }
}
