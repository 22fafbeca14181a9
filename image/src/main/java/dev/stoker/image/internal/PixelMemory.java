package dev.stoker.image.internal;

import dev.stoker.core.Bytes;
import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Memory that grows with the largest image so far. It is OpenCV's own, which unlike the JVM's native memory has no
 * limit that follows the size of the heap.
 */
public final class PixelMemory implements AutoCloseable {
    /** Memory beyond this is released when an image needs a quarter of it or less. */
    private static final long KEPT_BYTES = 64L << 20;

    private static final long MINIMUM_BYTES = 64L << 10;
    private static final int LINE = 4096;

    private final Mat memory = new Mat();
    private final MemoryTracker tracker;
    private long capacity;
    private long start;

    public PixelMemory(MemoryTracker tracker) {
        this.tracker = tracker;
    }

    /** The address of so many bytes; their content is undefined. */
    public long of(long bytes) {
        if (capacity < bytes || (capacity > KEPT_BYTES && capacity / 4 >= bytes)) {
            allocate(bytes);
        }
        return start;
    }

    private void allocate(long bytes) {
        long lines = Math.ceilDiv(Math.max(MINIMUM_BYTES, bytes + bytes / 2), LINE);
        release();
        tracker.reserve(lines * LINE);
        try {
            memory.create(Math.toIntExact(lines), LINE, opencv_core.CV_8UC1);
        } catch (RuntimeException thrown) {
            tracker.release(lines * LINE);
            throw new StokerException(
                    "no memory for an image of %s; use fewer workers or a lower pixel limit"
                            .formatted(new Bytes(bytes)),
                    thrown);
        }
        try (var data = memory.data()) {
            start = data.address();
        }
        capacity = lines * LINE;
    }

    private void release() {
        memory.release();
        tracker.release(capacity);
        capacity = 0;
    }

    public long capacity() {
        return capacity;
    }

    @Override
    public void close() {
        if (!memory.isNull()) {
            release();
            memory.close();
        }
    }
}
