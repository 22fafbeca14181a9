package dev.stoker.nn.weights;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Tensors as they were at a moment, ready to become a file on any thread. */
public final class SafetensorsSnapshot implements AutoCloseable {
    private final byte[] header;
    private final Supplier<MemorySegment> data;
    private final Runnable release;

    SafetensorsSnapshot(byte[] header, Supplier<MemorySegment> data, Runnable release) {
        this.header = header;
        this.data = data;
        this.release = release;
    }

    /** Once. The file appears whole. */
    public void write(Path file) {
        SafetensorsWriter.write(file, header, data.get());
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        release.run();
    }
}
