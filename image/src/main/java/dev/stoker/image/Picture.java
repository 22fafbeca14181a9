package dev.stoker.image;

import dev.stoker.core.MemoryAccount;
import java.lang.foreign.MemorySegment;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Pixels in native memory, row by row, channels innermost, one byte each. It belongs to a {@link Scratch}, which uses it
 * for one picture after the other, so its content is valid until the scratch is used again.
 */
public final class Picture {
    private final MatHeader header = new MatHeader();
    private final PixelMemory memory;
    private int height;
    private int width;
    private int channels;
    private long address;
    private long step;
    private boolean closed;

    Picture(MemoryAccount account) {
        memory = new PixelMemory(account);
    }

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

    Mat mat() {
        return header.mat();
    }

    /** Takes a size, in memory of its own whose content is whatever was there. */
    Picture sized(int newHeight, int newWidth, int newChannels) {
        requireOpen();
        long rowBytes = (long) newWidth * newChannels;
        return at(memory.of(rowBytes * newHeight), newHeight, newWidth, newChannels, rowBytes);
    }

    /** Takes the size of another picture. */
    Picture like(Picture other) {
        return sized(other.height, other.width, other.channels);
    }

    /** Shows memory of someone else, {@code rowBytes} from one row to the next. */
    Picture at(long newAddress, int newHeight, int newWidth, int newChannels, long rowBytes) {
        requireOpen();
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

    void close() {
        closed = true;
        header.close();
        memory.close();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this scratch is closed");
        }
    }
}
