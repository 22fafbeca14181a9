package dev.stoker.image;

import dev.stoker.core.MemoryTracker;
import dev.stoker.image.internal.PixelMemory;
import java.lang.foreign.MemorySegment;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Pixels in native memory, row by row, channels innermost, one byte each. It belongs to a {@link ScratchBuffers}, which uses it
 * for one image after the other, so its content is valid until the scratch is used again.
 */
public final class Image {
    private final MatHeader header = new MatHeader();
    private final PixelMemory memory;
    private int height;
    private int width;
    private int channels;
    private long address;
    private long step;
    private boolean closed;

    Image(MemoryTracker account) {
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

    public Mat mat() {
        return header.mat();
    }

    /** Takes a size, in memory of its own whose content is whatever was there. */
    public Image sized(int newHeight, int newWidth, int newChannels) {
        requireOpen();
        long rowBytes = (long) newWidth * newChannels;
        return at(memory.of(rowBytes * newHeight), newHeight, newWidth, newChannels, rowBytes);
    }

    /** Takes the size of another image. */
    public Image like(Image other) {
        return sized(other.height, other.width, other.channels);
    }

    /** Shows memory of someone else, {@code rowBytes} from one row to the next. */
    public Image at(long newAddress, int newHeight, int newWidth, int newChannels, long rowBytes) {
        requireOpen();
        address = newAddress;
        height = newHeight;
        width = newWidth;
        channels = newChannels;
        step = rowBytes;
        header.pointAt(newAddress, newHeight, newWidth, newChannels, rowBytes);
        return this;
    }

    /** Shows a part of another image, without copying. */
    public Image window(Image whole, int left, int top, int newWidth, int newHeight) {
        long corner = whole.address + top * whole.step + (long) left * whole.channels;
        return at(corner, newHeight, newWidth, whole.channels, whole.step);
    }

    /** Whether OpenCV wrote where it was told to: it replaces the memory of matrices whose size does not suit it. */
    public boolean isIntact() {
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
