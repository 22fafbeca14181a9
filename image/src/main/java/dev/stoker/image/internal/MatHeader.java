package dev.stoker.image.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * A matrix of OpenCV that is pointed at other memory for every image. JavaCPP would need a new object, a native
 * allocation and a global lock for each, and has no setter for the step; so the fields are written in place,
 * after a check that this library lays them out as expected.
 */
final class MatHeader implements AutoCloseable {
    private static final int FLAGS = 0;
    private static final int DIMENSIONS = 4;
    private static final int ROWS = 8;
    private static final int COLUMNS = 12;
    private static final int DATA = 16;
    private static final int DATA_START = 24;
    private static final int DATA_END = 32;
    private static final int DATA_LIMIT = 40;
    private static final int OWNER = 56;
    private static final int STEP = 80;
    private static final int ELEMENT = 88;
    private static final int BYTES = 96;

    private static final int MAGIC = 0x42ff0000;
    private static final int CONTINUOUS = 1 << 14;

    static {
        OpenCvLibrary.load();
        checkLayout();
    }

    private final Mat mat = new Mat();
    private final MemorySegment fields = fieldsOf(mat);

    Mat mat() {
        return mat;
    }

    /** Where the matrix's memory is now; OpenCV may have replaced it. */
    long address() {
        return fields.get(JAVA_LONG, DATA);
    }

    int rows() {
        return fields.get(JAVA_INT, ROWS);
    }

    int columns() {
        return fields.get(JAVA_INT, COLUMNS);
    }

    /** Points at bytes of {@code channels} per element, {@code step} bytes from one row to the next. */
    void pointAt(long address, int rows, int columns, int channels, long step) {
        if (fields.get(JAVA_LONG, OWNER) != 0) {
            mat.release();
        }
        long rowBytes = (long) columns * channels;
        boolean continuous = step == rowBytes || rows == 1;
        fields.set(JAVA_INT, FLAGS, MAGIC | (continuous ? CONTINUOUS : 0) | opencv_core.CV_8UC(channels));
        fields.set(JAVA_INT, DIMENSIONS, 2);
        fields.set(JAVA_INT, ROWS, rows);
        fields.set(JAVA_INT, COLUMNS, columns);
        fields.set(JAVA_LONG, DATA, address);
        fields.set(JAVA_LONG, DATA_START, address);
        fields.set(JAVA_LONG, DATA_END, address + step * (rows - 1) + rowBytes);
        fields.set(JAVA_LONG, DATA_LIMIT, address + step * rows);
        fields.set(JAVA_LONG, STEP, step);
        fields.set(JAVA_LONG, ELEMENT, channels);
    }

    @Override
    public void close() {
        mat.close();
    }

    private static MemorySegment fieldsOf(Mat mat) {
        return MemorySegment.ofAddress(mat.address()).reinterpret(BYTES);
    }

    /** Writes a header, and compares it with the one that OpenCV writes for the same matrix. */
    private static void checkLayout() {
        int rows = 3;
        long step = 32;
        try (var memory = new BytePointer(rows * step);
                var expected = new Mat(rows, 5, opencv_core.CV_8UC3, memory, step);
                var written = new MatHeader()) {
            written.pointAt(memory.address(), rows, 5, 3, step);
            var fields = fieldsOf(expected);
            if (Pointer.sizeof(Mat.class) != BYTES
                    || mismatch(fields, written.fields, FLAGS, OWNER + Long.BYTES)
                    || mismatch(fields, written.fields, STEP, BYTES)) {
                throw new IllegalStateException(
                        "the layout of cv::Mat in this OpenCV differs from that of version 4.13");
            }
        }
    }

    private static boolean mismatch(MemorySegment one, MemorySegment other, long from, long to) {
        return MemorySegment.mismatch(one, from, to, other, from, to) >= 0;
    }
}
