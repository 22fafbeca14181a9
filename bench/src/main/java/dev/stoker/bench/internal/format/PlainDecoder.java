package dev.stoker.bench.internal.format;

import dev.stoker.image.decode.Orientation;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/** OpenCV alone: what its {@code imdecode} makes of these bytes. */
final class PlainDecoder implements AutoCloseable {
    private BytePointer memory = new BytePointer(1 << 16);

    /** Pixels row by row, channels innermost. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Pixels(int height, int width, int channels, byte[] bytes) {
        int at(int y, int x, int channel) {
            return bytes[(y * width + x) * channels + channel] & 0xff;
        }

        /** As an orientation says: transposed first, then flipped. */
        Pixels turned(Orientation orientation) {
            if (orientation == Orientation.UPRIGHT) {
                return this;
            }
            int toHeight = orientation.transposes() ? width : height;
            int toWidth = orientation.transposes() ? height : width;
            var turned = new byte[bytes.length];
            for (int y = 0; y < toHeight; y++) {
                for (int x = 0; x < toWidth; x++) {
                    int row = orientation.flipsVertically() ? toHeight - 1 - y : y;
                    int column = orientation.flipsHorizontally() ? toWidth - 1 - x : x;
                    int from = orientation.transposes() ? column * width + row : row * width + column;
                    System.arraycopy(bytes, from * channels, turned, (y * toWidth + x) * channels, channels);
                }
            }
            return new Pixels(toHeight, toWidth, channels, turned);
        }
    }

    /** As they are stored; empty where OpenCV cannot decode them. */
    Optional<Pixels> decode(byte[] encoded, int flags) {
        if (encoded.length > memory.capacity()) {
            memory.close();
            memory = new BytePointer(2L * encoded.length);
        }
        memory.position(0).put(encoded, 0, encoded.length);
        try (var input = new Mat(1, encoded.length, opencv_core.CV_8UC1, memory);
                var image = opencv_imgcodecs.imdecode(input, flags | opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION)) {
            return image.empty() ? Optional.empty() : Optional.of(pixels(image));
        } catch (RuntimeException _) {
            return Optional.empty(); // an error of OpenCV
        }
    }

    private static Pixels pixels(Mat image) {
        var bytes = new byte[image.rows() * image.cols() * image.channels()];
        image.data().get(bytes);
        return new Pixels(image.rows(), image.cols(), image.channels(), bytes);
    }

    @Override
    public void close() {
        memory.close();
    }
}
