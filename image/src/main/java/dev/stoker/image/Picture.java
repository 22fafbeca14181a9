package dev.stoker.image;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.lang.foreign.MemorySegment;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Pixels in native memory, row by row, channels innermost, one byte each. It belongs to a {@link Scratch}, which uses it
 * for one picture after the other, so its content is valid until the scratch is used again.
 */
public final class Picture {
    /** Memory beyond this is given back when a picture needs a quarter of it or less. */
    private static final long KEPT_BYTES = 64L << 20;

    private static final int LINE = 4096;

    private final MatHeader header = new MatHeader();
    /** OpenCV's allocator is not bound by the JVM's limit on native memory, which follows the size of the heap. */
    private final Mat memory = new Mat();

    private long capacity;
    private long start;
    private int height;
    private int width;
    private int channels;
    private long address;
    private long step;

    Picture() {}

    public int height() {
        return height;
    }

    public int width() {
        return width;
    }

    public int channels() {
        return channels;
    }

    /** The pixels themselves; {@code step()} bytes lie between the starts of two rows. */
    public MemorySegment pixels() {
        return MemorySegment.ofAddress(address).reinterpret(step * (height - 1) + (long) width * channels);
    }

    public long step() {
        return step;
    }

    /** The bytes of memory that are held for pictures to come. */
    long capacity() {
        return capacity;
    }

    Mat mat() {
        return header.mat();
    }

    /** Takes a size, in memory of its own whose content is whatever was there. */
    Picture sized(int newHeight, int newWidth, int newChannels) {
        long rowBytes = (long) newWidth * newChannels;
        return at(memoryOf(rowBytes * newHeight), newHeight, newWidth, newChannels, rowBytes);
    }

    /** Takes the size of another picture. */
    Picture like(Picture other) {
        return sized(other.height, other.width, other.channels);
    }

    /** Shows memory of someone else, {@code rowBytes} from one row to the next. */
    Picture at(long newAddress, int newHeight, int newWidth, int newChannels, long rowBytes) {
        address = newAddress;
        height = newHeight;
        width = newWidth;
        channels = newChannels;
        step = rowBytes;
        header.pointAt(newAddress, newHeight, newWidth, newChannels, rowBytes);
        return this;
    }

    /** Shows a part of another picture, without copying. */
    Picture window(Picture whole, int left, int top, int newWidth, int newHeight) {
        long corner = whole.address + top * whole.step + (long) left * whole.channels;
        return at(corner, newHeight, newWidth, whole.channels, whole.step);
    }

    /** Whether OpenCV wrote where it was told to: it replaces the memory of matrices whose size does not suit it. */
    boolean isIntact() {
        return header.address() == address && header.rows() == height && header.columns() == width;
    }

    private long memoryOf(long bytes) {
        if (capacity < bytes || (capacity > KEPT_BYTES && capacity / 4 >= bytes)) {
            int lines = Math.toIntExact(Math.ceilDiv(Math.max(1 << 16, bytes + bytes / 2), LINE));
            try {
                memory.create(lines, LINE, opencv_core.CV_8UC1);
            } catch (RuntimeException thrown) {
                throw new StokerException(
                        "no memory for a picture of %s; use fewer workers or a lower pixel limit"
                                .formatted(new Bytes(bytes)),
                        thrown);
            }
            capacity = (long) lines * LINE;
            try (var data = memory.data()) {
                start = data.address();
            }
        }
        return start;
    }

    void close() {
        header.close();
        memory.close();
    }
}
