package dev.stoker.nn.whitening;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.KernelWindow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Second-order statistics of image patches: sums of their pixels and of the products of two. Bytes are summed as integers, so
 * neither the order of the images matters nor how they are shared by threads; they are normalized at the end.
 */
public final class PatchStatistics {
    private static final int IMAGES_OF_A_PART = 64;

    private final Shape image;
    private final int height;
    private final int width;
    private final int size;
    private final Sums sums;

    PatchStatistics(Shape image, KernelWindow window) {
        this.image = image;
        height = window.height();
        width = window.width();
        size = height * width * image.channels();
        sums = new Sums(size);
    }

    /** Adds all patches of some images, given as contiguous rows of bytes. */
    public void add(MemorySegment images, int count) {
        var pixels = images.asSlice(0, (long) count * image.bytes()).toArray(ValueLayout.JAVA_BYTE);
        IntStream.range(0, Math.ceilDiv(count, IMAGES_OF_A_PART))
                .parallel()
                .mapToObj(
                        part -> sumsOf(pixels, part * IMAGES_OF_A_PART, Math.min(count, (part + 1) * IMAGES_OF_A_PART)))
                .toList()
                .forEach(sums::add);
    }

    private Sums sumsOf(byte[] pixels, int from, int to) {
        var some = new Sums(size);
        var patch = new int[size];
        for (int i = from; i < to; i++) {
            for (int top = 0; top <= image.height() - height; top++) {
                for (int left = 0; left <= image.width() - width; left++) {
                    copyPatch(pixels, i * image.bytes(), top, left, patch);
                    some.add(patch);
                }
            }
        }
        return some;
    }

    /** In the order of a kernel: by channel, then by row. */
    private void copyPatch(byte[] pixels, int start, int top, int left, int[] patch) {
        int i = 0;
        for (int channel = 0; channel < image.channels(); channel++) {
            for (int y = top; y < top + height; y++) {
                for (int x = left; x < left + width; x++) {
                    patch[i++] = pixels[start + (y * image.width() + x) * image.channels() + channel] & 0xff;
                }
            }
        }
    }

    private static final class Sums {
        private final long[] pixels;
        private final long[][] products;
        private long patches;

        Sums(int size) {
            pixels = new long[size];
            products = new long[size][size];
        }

        void add(int[] patch) {
            patches++;
            for (int i = 0; i < patch.length; i++) {
                pixels[i] += patch[i];
                for (int j = 0; j <= i; j++) {
                    products[i][j] += (long) patch[i] * patch[j];
                }
            }
        }

        void add(Sums other) {
            patches += other.patches;
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] += other.pixels[i];
                for (int j = 0; j <= i; j++) {
                    products[i][j] += other.products[i][j];
                }
            }
        }
    }

    /** Means of the products of two pixels of a patch, after each was normalized as fractions of a full byte. */
    double[][] normalized(List<Double> mean, List<Double> deviation) {
        if (sums.patches == 0) {
            throw new IllegalStateException("there are no patches yet: add images first");
        }
        var moments = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double meanOfOne = 255 * mean.get(channel(i));
                double meanOfOther = 255 * mean.get(channel(j));
                double product = sums.products[i][j] / (double) sums.patches
                        - meanOfOther * sums.pixels[i] / sums.patches
                        - meanOfOne * sums.pixels[j] / sums.patches
                        + meanOfOne * meanOfOther;
                moments[i][j] = product / (255 * deviation.get(channel(i))) / (255 * deviation.get(channel(j)));
                moments[j][i] = moments[i][j];
            }
        }
        return moments;
    }

    private int channel(int index) {
        return index / (height * width);
    }
}
