package dev.stoker.bench;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.datasets.EncodedImageCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Rect;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * The baseline of the input pipeline: threads that only call the same decoder and resizer on encoded images in memory,
 * without batches, order, files or checks.
 */
final class DecodeLoopBaseline {
    private static final int MAX_IMAGES = 1000;

    private DecodeLoopBaseline() {}

    static double imagesPerSecond(String source, int threads, double seconds) {
        var images = load(source);
        opencv_core.setNumThreads(0);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        var done = new AtomicLong();
        long start = System.nanoTime();
        var running = new ArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            long seed = i;
            running.add(Thread.ofPlatform().start(() -> done.addAndGet(loop(images, new Seed(seed), end))));
        }
        running.forEach(DecodeLoopBaseline::join);
        return done.get() * 1e9 / (System.nanoTime() - start);
    }

    private static List<byte[]> load(String source) {
        try (var images = EncodedImageCollection.open(source)) {
            return images.encoded(MAX_IMAGES);
        }
    }

    private static long loop(List<byte[]> images, Seed seed, long end) {
        var random = new SeededRandom(seed);
        long done = 0;
        try (var encoded = new BytePointer(4 << 20);
                var decoded = new Mat();
                var row = new Mat(224, 224, opencv_core.CV_8UC3);
                var size = new Size(224, 224)) {
            while (System.nanoTime() < end) {
                byte[] bytes = images.get(random.nextInt(images.size()));
                encoded.position(0).put(bytes);
                // The result is a second handle of the same pixels: left open, it would keep the buffer from being
                // reused.
                try (var input = new Mat(1, bytes.length, opencv_core.CV_8UC1, encoded);
                        var _ = opencv_imgcodecs.imdecode(input, opencv_imgcodecs.IMREAD_COLOR_RGB, decoded)) {
                    crop(decoded, row, size, random);
                }
                done++;
            }
        }
        return done;
    }

    /** The sampling of a random resized crop, without its retries. */
    private static void crop(Mat decoded, Mat row, Size size, SeededRandom random) {
        double area = decoded.rows() * (double) decoded.cols() * (0.08 + 0.92 * random.nextDouble());
        double ratio = Math.exp(Math.log(3 / 4.0) + random.nextDouble() * Math.log(16 / 9.0));
        int width = (int) Math.min(decoded.cols(), Math.round(Math.sqrt(area * ratio)));
        int height = (int) Math.min(decoded.rows(), Math.round(Math.sqrt(area / ratio)));
        int x = random.nextInt(decoded.cols() - width + 1);
        int y = random.nextInt(decoded.rows() - height + 1);
        try (var place = new Rect(x, y, width, height);
                var region = new Mat(decoded, place)) {
            opencv_imgproc.resize(region, row, size, 0, 0, opencv_imgproc.INTER_LINEAR);
        }
        if (random.nextBoolean()) {
            opencv_core.flip(row, row, 1);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
