package dev.stoker.image;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.Shape;
import dev.stoker.image.internal.JpegRegionExtractor;
import dev.stoker.image.internal.transform.AffineMatrix;
import dev.stoker.image.internal.transform.ColorAdjustments;
import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Scalar;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * All the native memory that one worker needs between encoded bytes and its row, used again for every image. It
 * belongs to one thread at a time, and its memory lives until it is closed.
 */
public final class ScratchBuffers implements AutoCloseable {
    final Image input;
    public final Image decoded;
    public final Image turned;
    public final Image row;
    public final Image between;
    public final Image secondIntermediate;
    public final Image spare;
    public final Image window;
    public final Image secondWindow;
    public final Image table;
    public final JpegRegionExtractor partial;
    /** What was encoded last; it grows to the largest, as OpenCV's bindings fill what is there when it suffices. */
    public final BytePointer output = new BytePointer();

    private final MemoryTracker account;
    private final Size size = new Size();
    private final Size automatic = new Size();
    private final Scalar fill = new Scalar();
    private final Mat affine = new Mat(2, 3, opencv_core.CV_64F);
    private final Mat square = new Mat(3, 3, opencv_core.CV_32F);
    private final MemorySegment fillValues = memory(fill.address(), 4 * Double.BYTES);
    private final MemorySegment affineValues = valuesOf(affine);
    private final MemorySegment squareValues = valuesOf(square);
    private final int[] histogram = new int[256];
    private final byte[][] replacements = new byte[3][256];

    private ScratchBuffers(MemoryTracker account) {
        this.account = account;
        input = new Image(account);
        decoded = new Image(account);
        turned = new Image(account);
        row = new Image(account);
        between = new Image(account);
        secondIntermediate = new Image(account);
        spare = new Image(account);
        window = new Image(account);
        secondWindow = new Image(account);
        table = new Image(account);
        partial = new JpegRegionExtractor(account);
    }

    /** Room for the images of one worker; close it when the worker ends. */
    public static ScratchBuffers open() {
        return open(MemoryTracker.UNLIMITED);
    }

    /** Room that an account is kept of: it is asked before pixels get memory, and may refuse. */
    public static ScratchBuffers open(MemoryTracker account) {
        OpenCvLibrary.load();
        return new ScratchBuffers(account);
    }

    /** What the decoder takes for itself while it works. */
    public MemoryTracker account() {
        return account;
    }

    /** The encoded bytes as OpenCV reads them; bytes on the heap are copied. */
    public Image encoded(MemorySegment encoded) {
        if (encoded.byteSize() > Integer.MAX_VALUE) {
            throw new InvalidImageException("%,d bytes are too many for one image".formatted(encoded.byteSize()));
        }
        int bytes = (int) encoded.byteSize();
        if (encoded.isNative()) {
            return input.at(encoded.address(), 1, bytes, 1, bytes);
        }
        input.sized(1, bytes, 1).pixels().copyFrom(encoded);
        return input;
    }

    /** Pixels as an image of so many channels, without a copy where they have them already. */
    public Image pixels(MemorySegment pixels, Shape shape, int channels) {
        long rowBytes = (long) shape.width() * shape.channels();
        if (pixels.isNative()) {
            input.at(pixels.address(), shape.height(), shape.width(), shape.channels(), rowBytes);
        } else {
            input.sized(shape.height(), shape.width(), shape.channels())
                    .pixels()
                    .copyFrom(pixels);
        }
        if (shape.channels() == channels) {
            return input;
        }
        ColorAdjustments.convert(input, decoded.sized(shape.height(), shape.width(), channels));
        return decoded;
    }

    /** A copy to read from while the canvas is written. */
    public Image copyOf(Image canvas) {
        canvas.mat().copyTo(spare.like(canvas).mat());
        return spare;
    }

    public Size size(Image image) {
        return size.width(image.width()).height(image.height());
    }

    /** Zero by zero, by which OpenCV understands: what fits. */
    public Size automaticSize() {
        return automatic;
    }

    public Scalar fill(int value) {
        for (int i = 0; i < 4; i++) {
            fillValues.setAtIndex(JAVA_DOUBLE, i, value);
        }
        return fill;
    }

    /** A matrix that takes pixels of the result to places in the source. */
    public Mat affine(AffineMatrix map) {
        affineValues.setAtIndex(JAVA_DOUBLE, 0, map.xx());
        affineValues.setAtIndex(JAVA_DOUBLE, 1, map.xy());
        affineValues.setAtIndex(JAVA_DOUBLE, 2, map.x());
        affineValues.setAtIndex(JAVA_DOUBLE, 3, map.yx());
        affineValues.setAtIndex(JAVA_DOUBLE, 4, map.yy());
        affineValues.setAtIndex(JAVA_DOUBLE, 5, map.y());
        return affine;
    }

    /** A 3×3 matrix of floats. */
    public Mat square() {
        return square;
    }

    public void square(int line, int column, double value) {
        squareValues.setAtIndex(JAVA_FLOAT, 3 * line + column, (float) value);
    }

    public int[] histogram() {
        return histogram;
    }

    /** What each value becomes, by channel. */
    public byte[][] replacements() {
        return replacements;
    }

    @Override
    public void close() {
        for (var image : new Image[] {
            input, decoded, turned, row, between, secondIntermediate, spare, window, secondWindow, table
        }) {
            image.close();
        }
        partial.close();
        output.close();
        size.close();
        automatic.close();
        fill.close();
        affine.close();
        square.close();
    }

    private static MemorySegment valuesOf(Mat mat) {
        try (var data = mat.data()) {
            return memory(data.address(), mat.total() * mat.elemSize());
        }
    }

    private static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
