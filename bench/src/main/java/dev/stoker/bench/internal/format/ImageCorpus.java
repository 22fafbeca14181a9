package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.corpus.CmykJpegs;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.jpeg.TiledJpegRewriter;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.opencv_core.Mat;

/** Small images in the variants of each format that OpenCV can write. */
final class ImageCorpus {
    private static final int TILE = 16;

    private ImageCorpus() {}

    static List<byte[]> jpegs() {
        var files = new ArrayList<byte[]>();
        int progressive = opencv_imgcodecs.IMWRITE_JPEG_PROGRESSIVE;
        int optimized = opencv_imgcodecs.IMWRITE_JPEG_OPTIMIZE;
        int restart = opencv_imgcodecs.IMWRITE_JPEG_RST_INTERVAL;
        int sampling = opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR;
        files.add(encoded(".jpg", pixels(40, 56, 3)));
        files.add(encoded(".jpg", pixels(40, 56, 3), sampling, opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_444));
        files.add(encoded(".jpg", pixels(33, 47, 3), sampling, opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_422));
        files.add(encoded(".jpg", pixels(33, 47, 3), sampling, opencv_imgcodecs.IMWRITE_JPEG_SAMPLING_FACTOR_440));
        files.add(encoded(".jpg", pixels(24, 31, 1)));
        files.add(encoded(".jpg", pixels(48, 48, 3), restart, 2));
        files.add(encoded(".jpg", pixels(32, 40, 3), progressive, 1));
        files.add(encoded(".jpg", pixels(21, 19, 1), progressive, 1));
        files.add(encoded(".jpg", pixels(40, 40, 3), optimized, 1));
        files.add(CmykJpegs.gray(files.get(4)));
        List.copyOf(files).forEach(file -> tiled(file, files));
        for (int orientation = 2; orientation <= 8; orientation += 3) {
            files.add(JpegSegments.withOrientation(files.getFirst(), orientation));
        }
        return files;
    }

    private static void tiled(byte[] file, List<byte[]> to) {
        if (TiledJpegRewriter.rewrite(file, TILE) instanceof TiledJpegRewriter.Result.Rewritten(byte[] bytes)) {
            to.add(bytes);
        }
    }

    static List<byte[]> pngs() {
        var files = new ArrayList<byte[]>();
        for (int channels : new int[] {1, 3, 4}) {
            files.add(encoded(".png", pixels(19, 23, channels)));
        }
        files.add(encoded(".png", pixels(24, 40, 1), opencv_imgcodecs.IMWRITE_PNG_BILEVEL, 1));
        files.add(encoded(".png", deep(pixels(12, 17, 3))));
        files.add(encoded(".png", deep(pixels(12, 17, 1))));
        files.add(encoded(".png", pixels(15, 15, 3), opencv_imgcodecs.IMWRITE_PNG_COMPRESSION, 0));
        files.addAll(PlainPngs.files());
        return files;
    }

    static List<byte[]> webps() {
        int quality = opencv_imgcodecs.IMWRITE_WEBP_QUALITY;
        return List.of(
                encoded(".webp", pixels(33, 40, 3), quality, 80),
                encoded(".webp", pixels(20, 24, 3), quality, 101),
                encoded(".webp", pixels(20, 24, 4), quality, 60),
                encoded(".webp", pixels(16, 16, 4), quality, 101));
    }

    static List<byte[]> bmps() {
        return List.of(
                encoded(".bmp", pixels(9, 13, 1)),
                encoded(".bmp", pixels(10, 14, 3)),
                encoded(".bmp", pixels(8, 8, 4)));
    }

    static List<byte[]> gifs() {
        return List.of(encoded(".gif", pixels(16, 18, 3)), encoded(".gif", pixels(20, 20, 4)));
    }

    /** A smooth image with some noise, always the same. */
    static Mat pixels(int height, int width, int channels) {
        var random = new SeededRandom(new Seed(31L * height + 7L * width + channels));
        var image = new Mat(height, width, opencv_core.CV_8UC(channels));
        for (int y = 0; y < height; y++) {
            var row = image.ptr(y);
            for (int i = 0; i < width * channels; i++) {
                row.put(i, (byte) (4 * y + 3 * i / channels + 50 * (i % channels) + random.nextInt(16)));
            }
        }
        return image;
    }

    private static Mat deep(Mat image) {
        var result = new Mat();
        image.convertTo(result, opencv_core.CV_16U, 257, 0);
        return result;
    }

    static byte[] encoded(String ending, Mat image, int... parameters) {
        try (image;
                var into = new BytePointer();
                var settings = new IntPointer(parameters)) {
            if (!opencv_imgcodecs.imencode(ending, image, into, settings)) {
                throw new IllegalStateException("OpenCV could not encode " + ending);
            }
            var bytes = new byte[(int) into.limit()];
            into.get(bytes);
            return bytes;
        }
    }
}
