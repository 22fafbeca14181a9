package dev.stoker.image;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.stoker.core.MemoryAccount;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Scalar;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * All the native memory that one worker needs between encoded bytes and its row, used again for every picture. It
 * belongs to one thread at a time, and its memory lives until it is closed.
 */
public final class Scratch implements AutoCloseable {
    final Picture input;
    final Picture decoded;
    final Picture turned;
    final Picture row;
    final Picture between;
    final Picture betweenOther;
    final Picture spare;
    final Picture window;
    final Picture otherWindow;
    final Picture table;
    final PartialJpeg partial;
    /** What was encoded last; it grows to the largest, as OpenCV's bindings fill what is there when it suffices. */
    final BytePointer output = new BytePointer();

    private final MemoryAccount account;
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

    private Scratch(MemoryAccount account) {
        this.account = account;
        input = new Picture(account);
        decoded = new Picture(account);
        turned = new Picture(account);
        row = new Picture(account);
        between = new Picture(account);
        betweenOther = new Picture(account);
        spare = new Picture(account);
        window = new Picture(account);
        otherWindow = new Picture(account);
        table = new Picture(account);
        partial = new PartialJpeg(account);
    }

    /** Room for the pictures of one worker; close it when the worker ends. */
    public static Scratch open() {
        return open(MemoryAccount.UNLIMITED);
    }

    /** Room that an account is kept of: it is asked before pixels get memory, and may refuse. */
    public static Scratch open(MemoryAccount account) {
        OpenCv.load();
        return new Scratch(account);
    }

    /** What the decoder takes for itself while it works. */
    MemoryAccount account() {
        return account;
    }

    /** The encoded bytes as OpenCV reads them; bytes on the heap are copied. */
    Picture encoded(MemorySegment encoded) {
        if (encoded.byteSize() > Integer.MAX_VALUE) {
            throw new BadPictureException("%,d bytes are too many for one picture".formatted(encoded.byteSize()));
        }
        int bytes = (int) encoded.byteSize();
        if (encoded.isNative()) {
            return input.at(encoded.address(), 1, bytes, 1, bytes);
        }
        input.sized(1, bytes, 1).pixels().copyFrom(encoded);
        return input;
    }

    /** Pixels as a picture of so many channels, without a copy where they have them already. */
    Picture pixels(MemorySegment pixels, Shape shape, int channels) {
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
        Colours.convert(input, decoded.sized(shape.height(), shape.width(), channels));
        return decoded;
    }

    /** A copy to read from while the canvas is written. */
    Picture copyOf(Picture canvas) {
        canvas.mat().copyTo(spare.like(canvas).mat());
        return spare;
    }

    Size size(Picture picture) {
        return size.width(picture.width()).height(picture.height());
    }

    /** Zero by zero, by which OpenCV understands: what fits. */
    Size automaticSize() {
        return automatic;
    }

    Scalar fill(int value) {
        for (int i = 0; i < 4; i++) {
            fillValues.setAtIndex(JAVA_DOUBLE, i, value);
        }
        return fill;
    }

    /** A matrix that takes pixels of the result to places in the source. */
    Mat affine(AffineMap map) {
        affineValues.setAtIndex(JAVA_DOUBLE, 0, map.xx());
        affineValues.setAtIndex(JAVA_DOUBLE, 1, map.xy());
        affineValues.setAtIndex(JAVA_DOUBLE, 2, map.x());
        affineValues.setAtIndex(JAVA_DOUBLE, 3, map.yx());
        affineValues.setAtIndex(JAVA_DOUBLE, 4, map.yy());
        affineValues.setAtIndex(JAVA_DOUBLE, 5, map.y());
        return affine;
    }

    /** A 3×3 matrix of floats. */
    Mat square() {
        return square;
    }

    void square(int line, int column, double value) {
        squareValues.setAtIndex(JAVA_FLOAT, 3 * line + column, (float) value);
    }

    int[] histogram() {
        return histogram;
    }

    /** What each value becomes, by channel. */
    byte[][] replacements() {
        return replacements;
    }

    @Override
    public void close() {
        for (var picture :
                new Picture[] {input, decoded, turned, row, between, betweenOther, spare, window, otherWindow, table}) {
            picture.close();
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
