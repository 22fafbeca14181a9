package dev.stoker.image;

import java.util.SplittableRandom;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/** JPEGs of any size, subsampling and coding, by OpenCV's writer. */
public final class RandomJpegs {
    private static final int[] SAMPLINGS = {
        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_411,
        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_420,
        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_422,
        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_440,
        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_444
    };

    private RandomJpegs() {}

    /** An image of any kind: some noise on slow waves, so that there are long runs and large values. */
    public static byte[] next(SplittableRandom random, int least, int most) {
        int height = random.nextInt(least, most);
        int width = random.nextInt(least, most);
        int channels = random.nextInt(5) == 0 ? 1 : 3;
        int noise = random.nextInt(3) == 0 ? 1 : random.nextInt(1, 120);
        var smooth = Pixels.smooth(height, width, channels);
        var pixels = Pixels.of(
                height,
                width,
                channels,
                (y, x, channel) ->
                        Math.clamp((int) smooth.at(y, x, channel) + random.nextInt(-noise, noise + 1), 0, 255));
        boolean progressive = random.nextInt(3) == 0;
        int interval = random.nextInt(3) == 0 ? random.nextInt(1, 9) : 0;
        return encode(
                pixels,
                random.nextInt(20, 101),
                SAMPLINGS[random.nextInt(SAMPLINGS.length)],
                progressive,
                interval,
                random.nextBoolean());
    }

    private static byte[] encode(
            Pixels pixels, int quality, int sampling, boolean progressive, int interval, boolean optimized) {
        int type = pixels.channels() == 1 ? opencv_core.CV_8UC1 : opencv_core.CV_8UC3;
        try (var mat = new Mat(pixels.height(), pixels.width(), type);
                var bytes = new BytePointer();
                var settings = new IntPointer(
                        opencv_imgcodecs.IMWRITE_JPEG_QUALITY,
                        quality,
                        opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR,
                        sampling,
                        opencv_imgcodecs.IMWRITE_JPEG_PROGRESSIVE,
                        progressive ? 1 : 0,
                        opencv_imgcodecs.IMWRITE_JPEG_RST_INTERVAL,
                        interval,
                        opencv_imgcodecs.IMWRITE_JPEG_OPTIMIZE,
                        optimized ? 1 : 0)) {
            var values = new byte[pixels.values().length];
            for (int i = 0; i < values.length; i++) {
                values[i] = (byte) (int) pixels.values()[i];
            }
            mat.data().put(values);
            opencv_imgcodecs.imencode(".jpg", mat, bytes, settings);
            var result = new byte[(int) bytes.limit()];
            bytes.get(result);
            return result;
        }
    }
}
