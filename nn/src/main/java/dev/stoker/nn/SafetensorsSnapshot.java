package dev.stoker.nn;

import dev.stoker.core.SlotMemory;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Tensors as they were at a moment, ready to become a file on any thread. */
public final class SafetensorsSnapshot implements AutoCloseable {
    private final byte[] header;
    private final MemorySegment data;
    private final SlotMemory memory;

    SafetensorsSnapshot(byte[] header, MemorySegment data, SlotMemory memory) {
        this.header = header;
        this.data = data;
        this.memory = memory;
    }

    /** The file appears whole. */
    public void write(Path file) {
        Safetensors.write(file, header, data);
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        memory.close();
    }
}
