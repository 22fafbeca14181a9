package dev.stoker.image.internal;

import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_GRAY2RGB;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_RGB2GRAY;

import dev.stoker.core.MemoryTracker;
import dev.stoker.image.Image;
import java.lang.foreign.MemorySegment;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * The image that all of this module works on: an OpenCV matrix whose header is pointed at memory of its own, or at that
 * of another image.
 */
public final class MatImage implements Image {
    private final MatHeader header = new MatHeader();
    private final PixelMemory memory;
    private int height;
    private int width;
    private int channels;
    private long address;
    private long step;
    private boolean closed;

    MatImage(MemoryTracker tracker) {
        memory = new PixelMemory(tracker);
    }

    /** Casts an image; there are no other implementations. */
    public static MatImage of(Image image) {
        if (image instanceof MatImage matrix) {
            return matrix;
        }
        throw new IllegalArgumentException("images come from an ImageDecoder of OpenCV, got " + image.getClass());
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int channels() {
        return channels;
    }

    @Override
    public MemorySegment pixels() {
        return MemorySegment.ofAddress(address).reinterpret(step * (height - 1) + (long) width * channels);
    }

    @Override
    public long step() {
        return step;
    }

    public Mat mat() {
        return header.mat();
    }

    /** Sets the size, with memory of its own whose content is undefined. */
    public MatImage sized(int newHeight, int newWidth, int newChannels) {
        requireOpen();
        long rowBytes = (long) newWidth * newChannels;
        return at(memory.of(rowBytes * newHeight), newHeight, newWidth, newChannels, rowBytes);
    }

    /** Sets the size of another image. */
    public MatImage like(MatImage other) {
        return sized(other.height, other.width, other.channels);
    }

    /** Points at memory of another owner, with {@code rowBytes} from one row to the next. */
    public MatImage at(long newAddress, int newHeight, int newWidth, int newChannels, long rowBytes) {
        requireOpen();
        address = newAddress;
        height = newHeight;
        width = newWidth;
        channels = newChannels;
        step = rowBytes;
        header.pointAt(newAddress, newHeight, newWidth, newChannels, rowBytes);
        return this;
    }

    /** Points at a region of another image, without copying. */
    public MatImage window(MatImage whole, int left, int top, int newWidth, int newHeight) {
        long corner = whole.address + top * whole.step + (long) left * whole.channels;
        return at(corner, newHeight, newWidth, whole.channels, whole.step);
    }

    /** Converts gray to RGB or RGB to gray, by the channels of the target. */
    public MatImage convertInto(MatImage target) {
        opencv_imgproc.cvtColor(mat(), target.mat(), channels == 1 ? COLOR_GRAY2RGB : COLOR_RGB2GRAY);
        return target;
    }

    /** Whether OpenCV wrote to the given memory: it reallocates matrices whose size or type does not match. */
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
            throw new IllegalStateException("these scratch buffers are closed");
        }
    }
}
