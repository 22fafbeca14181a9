package dev.stoker.tensor.jpeg;

import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.MemorySegment;

/** Decodes several JPEGs at once into device memory; for one thread. */
interface JpegBatchDecoder extends AutoCloseable {
    /** Whether it can decode this one, by its headers. */
    boolean supports(MemorySegment encoded);

    /** Adds one to the next batch, to be decoded to an address with {@code pitch} bytes from line to line. */
    void add(MemorySegment encoded, long address, long pitch);

    /**
     * Enqueues the decoding of all that was added, and begins an empty batch. False where that failed: then none of them is
     * reliable, and the decoder is reset. The encoded bytes and the decoder must stay until a CUDA event after it is reached.
     */
    boolean decode(DeviceStream stream);

    @Override
    void close();

    /** Supports no file. */
    JpegBatchDecoder NONE = new JpegBatchDecoder() {
        @Override
        public boolean supports(MemorySegment encoded) {
            return false;
        }

        @Override
        public void add(MemorySegment encoded, long address, long pitch) {
            throw new IllegalStateException("this decoder supports no file");
        }

        @Override
        public boolean decode(DeviceStream stream) {
            return true;
        }

        @Override
        public void close() {}
    };
}
