package dev.stoker.nn.whitening;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.KernelWindow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Second-order statistics of image patches: sums of their pixels and of the products of two. Bytes are summed as integers, so
 * the order of the images does not matter; they are normalized at the end.
 */
public final class PatchStatistics {
    private final Shape image;
    private final int height;
    private final int width;
    private final int size;
    private final long[] sums;
    private final long[][] products;
    private long patches;

    PatchStatistics(Shape image, KernelWindow window) {
        this.image = image;
        height = window.height();
        width = window.width();
        size = height * width * image.channels();
        sums = new long[size];
        products = new long[size][size];
    }

    /** Adds all patches of some images, given as contiguous rows of bytes. */
    public void add(MemorySegment images, int count) {
        var pixels = new byte[image.bytes()];
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(images, ValueLayout.JAVA_BYTE, (long) i * pixels.length, pixels, 0, pixels.length);
            add(pixels);
        }
    }

    private void add(byte[] pixels) {
        var patch = new int[size];
        for (int top = 0; top <= image.height() - height; top++) {
            for (int left = 0; left <= image.width() - width; left++) {
                copyPatch(pixels, top, left, patch);
                add(patch);
            }
        }
    }

    /** In the order of a kernel: by channel, then by row. */
    private void copyPatch(byte[] pixels, int top, int left, int[] patch) {
        int i = 0;
        for (int channel = 0; channel < image.channels(); channel++) {
            for (int y = top; y < top + height; y++) {
                for (int x = left; x < left + width; x++) {
                    patch[i++] = pixels[(y * image.width() + x) * image.channels() + channel] & 0xff;
                }
            }
        }
    }

    private void add(int[] patch) {
        patches++;
        for (int i = 0; i < size; i++) {
            sums[i] += patch[i];
            for (int j = 0; j <= i; j++) {
                products[i][j] += (long) patch[i] * patch[j];
            }
        }
    }

    /** Means of the products of two pixels of a patch, after each was normalized as fractions of a full byte. */
    double[][] normalized(List<Double> mean, List<Double> deviation) {
        if (patches == 0) {
            throw new IllegalStateException("there are no patches yet: add images first");
        }
        var moments = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double meanOfOne = 255 * mean.get(channel(i));
                double meanOfOther = 255 * mean.get(channel(j));
                double product = products[i][j] / (double) patches
                        - meanOfOther * sums[i] / patches
                        - meanOfOne * sums[j] / patches
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
