package dev.stoker.image.internal.transform;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import java.util.Arrays;
import org.bytedeco.opencv.global.opencv_core;

/** Replaces every value by a table entry; the table may depend on the histogram of a channel. */
final class LookupTables {
    private static final int VALUES = 256;

    /** The replacement of a value of a channel. */
    @FunctionalInterface
    interface Entry {
        public int of(int value, int channel);
    }

    private LookupTables() {}

    static void apply(MatImage canvas, Entry entry, Workspace workspace) {
        var table = workspace.lookupTable.sized(1, VALUES, canvas.channels());
        var entries = table.pixels();
        for (int value = 0; value < VALUES; value++) {
            for (int channel = 0; channel < canvas.channels(); channel++) {
                entries.set(JAVA_BYTE, (long) value * canvas.channels() + channel, (byte) entry.of(value, channel));
            }
        }
        opencv_core.LUT(canvas.mat(), table.mat(), canvas.mat());
    }

    /** Keeps the upper bits of each value. */
    static void posterize(MatImage canvas, int bits, Workspace workspace) {
        int mask = -1 << (8 - bits);
        apply(canvas, (value, _) -> value & mask, workspace);
    }

    /** Inverts the values from {@code threshold} on. */
    static void solarize(MatImage canvas, double threshold, Workspace workspace) {
        apply(canvas, (value, _) -> value >= threshold ? 255 - value : value, workspace);
    }

    /** Stretches each channel over the whole range. */
    static void autoContrast(MatImage canvas, Workspace workspace) {
        var replacement = workspace.replacements();
        for (int channel = 0; channel < canvas.channels(); channel++) {
            stretch(histogram(canvas, channel, workspace), replacement[channel]);
        }
        apply(canvas, (value, channel) -> replacement[channel][value], workspace);
    }

    private static void stretch(int[] histogram, byte[] replacement) {
        int low = 0;
        int high = VALUES - 1;
        while (low < high && histogram[low] == 0) {
            low++;
        }
        while (high > low && histogram[high] == 0) {
            high--;
        }
        for (int value = 0; value < VALUES; value++) {
            int stretched = high > low ? 255 * (value - low) / (high - low) : value;
            replacement[value] = (byte) Math.clamp(stretched, 0, 255);
        }
    }

    /** Equalizes the histogram of each channel, with Pillow's integer arithmetic. */
    static void equalize(MatImage canvas, Workspace workspace) {
        var replacement = workspace.replacements();
        for (int channel = 0; channel < canvas.channels(); channel++) {
            equalize(histogram(canvas, channel, workspace), replacement[channel]);
        }
        apply(canvas, (value, channel) -> replacement[channel][value], workspace);
    }

    private static void equalize(int[] histogram, byte[] replacement) {
        int highest = VALUES - 1;
        int total = Arrays.stream(histogram).sum();
        while (highest > 0 && histogram[highest] == 0) {
            highest--;
        }
        int step = (total - histogram[highest]) / 255;
        int sum = step / 2;
        for (int value = 0; value < VALUES; value++) {
            replacement[value] = (byte) (step == 0 ? value : Math.min(255, sum / step));
            sum += histogram[value];
        }
    }

    private static int[] histogram(MatImage canvas, int channel, Workspace workspace) {
        var counts = workspace.histogram();
        Arrays.fill(counts, 0);
        var pixels = canvas.pixels();
        for (long i = channel; i < pixels.byteSize(); i += canvas.channels()) {
            counts[Byte.toUnsignedInt(pixels.get(JAVA_BYTE, i))]++;
        }
        return counts;
    }
}
