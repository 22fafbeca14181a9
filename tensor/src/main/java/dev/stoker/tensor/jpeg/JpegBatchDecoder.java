package dev.stoker.tensor.jpeg;

import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.MemorySegment;

/** What decodes several JPEGs at once into memory of a device; for one thread. */
interface JpegBatchDecoder extends AutoCloseable {
    /** Whether it can decode this one, by its headers. */
    boolean takes(MemorySegment encoded);

    /** Puts one more into the next batch: {@code pitch} bytes from line to line, from an address on. */
    void add(MemorySegment encoded, long address, long pitch);

    /**
     * Asks for all that was added, and the next batch is empty. False where that failed: then none of them is certain, and the
     * engine is as new. The encoded bytes must stay until a mark behind it is reached, and so must whoever decodes.
     */
    boolean decode(DeviceStream stream);

    @Override
    void close();

    /** An engine that takes nothing. */
    JpegBatchDecoder NONE = new JpegBatchDecoder() {
        @Override
        public boolean takes(MemorySegment encoded) {
            return false;
        }

        @Override
        public void add(MemorySegment encoded, long address, long pitch) {
            throw new IllegalStateException("this engine takes nothing");
        }

        @Override
        public boolean decode(DeviceStream stream) {
            return true;
        }

        @Override
        public void close() {}
    };
}
