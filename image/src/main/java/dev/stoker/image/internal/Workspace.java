package dev.stoker.image.internal;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.Shape;
import dev.stoker.data.Worker;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.jpeg.TiledJpegCropper;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Scalar;
import org.bytedeco.opencv.opencv_core.Size;
import org.jspecify.annotations.Nullable;

/** The implementation of the scratch buffers: an image for each purpose, and arguments of OpenCV calls. */
public final class Workspace implements ScratchBuffers {
    /** The image that was decoded last, as it is stored in the file. */
    public final MatImage decoded;

    /** The image that was decoded last, with width and height exchanged. */
    public final MatImage transposed;

    /** The row that is being written. */
    public final MatImage row;

    /** The result of a stage before the last; two, since one stage reads what the stage before wrote. */
    public final MatImage intermediate;

    public final MatImage secondIntermediate;

    /** A copy for operations that cannot work in place. */
    public final MatImage temporary;

    /** The image of which an operation makes several variants. */
    public final MatImage original;

    /** Regions of other images. */
    public final MatImage window;

    public final MatImage secondWindow;
    public final MatImage lookupTable;

    /** Cuts tiled JPEGs, and the file that was cut last. */
    public final TiledJpegCropper tiles = new TiledJpegCropper();

    public final PixelMemory croppedFile;

    /** The encoded image; it grows to the largest, as OpenCV's bindings reuse memory that suffices. */
    public final BytePointer output = new BytePointer();

    private final MatImage input;
    private final MemoryTracker tracker;
    private final @Nullable Worker worker;
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
    private float[] sums = {};

    private Workspace(MemoryTracker tracker, @Nullable Worker worker) {
        this.tracker = tracker;
        this.worker = worker;
        input = new MatImage(tracker);
        decoded = new MatImage(tracker);
        transposed = new MatImage(tracker);
        row = new MatImage(tracker);
        intermediate = new MatImage(tracker);
        secondIntermediate = new MatImage(tracker);
        temporary = new MatImage(tracker);
        original = new MatImage(tracker);
        window = new MatImage(tracker);
        secondWindow = new MatImage(tracker);
        lookupTable = new MatImage(tracker);
        croppedFile = new PixelMemory(tracker);
    }

    public static Workspace open(MemoryTracker tracker) {
        OpenCvLibrary.load();
        return new Workspace(tracker, null);
    }

    /** With the memory tracker of a worker, which is told how long images took to decode. */
    public static Workspace open(Worker worker) {
        OpenCvLibrary.load();
        return new Workspace(worker.memory(), worker);
    }

    /** Casts scratch buffers; there are no other implementations. */
    public static Workspace of(ScratchBuffers scratch) {
        if (scratch instanceof Workspace workspace) {
            return workspace;
        }
        throw new IllegalArgumentException("scratch buffers come from ScratchBuffers.open, got " + scratch.getClass());
    }

    /** Tracks the memory that the decoder itself allocates. */
    public MemoryTracker tracker() {
        return tracker;
    }

    /** When decoding starts; 0 where it is not timed. */
    public long startDecoding() {
        return worker != null && worker.isTimed() ? System.nanoTime() : 0;
    }

    public void endDecoding(long start) {
        if (worker != null && start != 0) {
            worker.decoded(System.nanoTime() - start);
        }
    }

    /** The encoded bytes as OpenCV reads them; bytes on the heap are copied. */
    public MatImage encoded(MemorySegment encoded) {
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

    /** Pixels as an image with a number of channels; native memory that has it already is not copied. */
    public MatImage pixels(MemorySegment pixels, Shape shape, int channels) {
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
        return input.convertInto(decoded.sized(shape.height(), shape.width(), channels));
    }

    /** A copy, to be read while the original is written. */
    public MatImage copyOf(MatImage canvas) {
        canvas.mat().copyTo(temporary.like(canvas).mat());
        return temporary;
    }

    public Size size(MatImage image) {
        return size.width(image.width()).height(image.height());
    }

    /** Zero by zero: OpenCV chooses the size of a kernel. */
    public Size automaticSize() {
        return automatic;
    }

    public Scalar fill(int value) {
        for (int i = 0; i < 4; i++) {
            fillValues.setAtIndex(JAVA_DOUBLE, i, value);
        }
        return fill;
    }

    /** A 2×3 matrix of doubles. */
    public Mat affine() {
        return affine;
    }

    public void affine(int line, double first, double second, double offset) {
        affineValues.setAtIndex(JAVA_DOUBLE, 3L * line, first);
        affineValues.setAtIndex(JAVA_DOUBLE, 3L * line + 1, second);
        affineValues.setAtIndex(JAVA_DOUBLE, 3L * line + 2, offset);
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

    /** The replacement of each value, by channel. */
    public byte[][] replacements() {
        return replacements;
    }

    /** So many zeros to add to; the array may be longer. */
    public float[] sums(int length) {
        if (sums.length < length) {
            sums = new float[length];
        }
        Arrays.fill(sums, 0, length, 0);
        return sums;
    }

    @Override
    public void close() {
        for (var image : new MatImage[] {
            input,
            decoded,
            transposed,
            row,
            intermediate,
            secondIntermediate,
            temporary,
            original,
            window,
            secondWindow,
            lookupTable
        }) {
            image.close();
        }
        croppedFile.close();
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
