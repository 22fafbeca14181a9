package dev.stoker.nn.weights;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** The values of tensors at one point in time, which any thread can write to a file. */
public final class SafetensorsSnapshot implements AutoCloseable {
    private final byte[] header;
    private final List<Long> sizes;
    private final Supplier<MemorySegment> data;
    private final Runnable release;

    /** {@code sizes} are those of the tensors in the data, in bytes. */
    SafetensorsSnapshot(byte[] header, List<Long> sizes, Supplier<MemorySegment> data, Runnable release) {
        this.header = header;
        this.sizes = sizes;
        this.data = data;
        this.release = release;
    }

    /** Can be called once. The file appears atomically. */
    public void write(Path file) {
        SafetensorsWriter.write(file, header, sizes, data.get());
    }

    /** Releases the memory. */
    @Override
    public void close() {
        release.run();
    }
}
