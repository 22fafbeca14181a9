package dev.stoker.tensor.augment;

import static dev.stoker.tensor.augment.CpuImageResampler.level;
import static dev.stoker.tensor.augment.CpuImageResampler.reflected;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** In Java, image after image: the reference for the kernels, and the augmenter of a CPU. */
final class CpuImageAugmenter implements ImageAugmenter {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private final ImageAugmenterSettings settings;
    private final int channels;
    private final int height;
    private final int width;
    private final float[] mean;
    private final float[] scale;

    CpuImageAugmenter(ImageAugmenterSettings settings) {
        this.settings = settings;
        channels = settings.channels();
        height = settings.target().height();
        width = settings.target().width();
        mean = settings.levels();
        scale = settings.scales();
    }

    @Override
    public Tensor augment(Tensor sources, Tensor parameters) {
        settings.check(sources, parameters, Device.CPU);
        long[] sizes = sources.sizes();
        long count = parameters.sizes()[0];
        var images = Tensor.empty(DataType.FLOAT32, Device.CPU, count, height, width, channels);
        long sourceBytes = sizes[1] * sizes[2] * sizes[3];
        for (long i = 0; i < count; i++) {
            var words = memory(parameters, 4L * AugmentationParameters.WORDS * i, 4L * AugmentationParameters.WORDS)
                    .toArray(ValueLayout.JAVA_INT);
            refuse(words, i, sizes[0]);
            var source = memory(sources, sourceBytes * words[AugmentationParameters.SOURCE], sourceBytes);
            var resampler = new CpuImageResampler(source, (int) sizes[2], channels, height, width, words);
            var canvas = new CpuOperations(channels, height, width, words, transform(resampler, words)).apply();
            blur(words, canvas);
            normalize(words, canvas, memory(images, 4L * canvas.length * i, 4L * canvas.length));
        }
        return images.permute(0, 3, 1, 2);
    }

    private static MemorySegment memory(Tensor tensor, long from, long bytes) {
        return MemorySegment.ofAddress(tensor.address() + from).reinterpret(bytes);
    }

    private void refuse(int[] words, long row, long sources) {
        int source = words[AugmentationParameters.SOURCE];
        if (source < 0 || source >= sources) {
            throw new IllegalArgumentException(
                    "row %d refers to source %d, but there are %d".formatted(row, source, sources));
        }
        boolean unmeasured =
                CpuColorOperations.needMean(words) && !settings.requirements().mean();
        boolean unblurred = words[AugmentationParameters.BLUR_RADIUS] > 0
                && !settings.requirements().blur();
        boolean unoperated =
                CpuOperations.count(words) > settings.requirements().operations();
        boolean unmixed = CpuOperations.mix(words) && !settings.requirements().mix();
        if (unmeasured || unblurred || unoperated || unmixed) {
            throw new IllegalArgumentException(
                    "row %d needs more than %s: pass the requirements of the augmentation that sampled it"
                            .formatted(row, settings.requirements()));
        }
    }

    private int[] transform(CpuImageResampler resampler, int[] words) {
        var canvas = new int[height * width * channels];
        float gray = CpuColorOperations.needMean(words) ? meanGray(resampler, words) : 0;
        var value = new int[channels];
        for (int at = 0, pixel = 0; pixel < height * width; pixel++, at += channels) {
            resampler.rotated(pixel % width, pixel / width, value);
            CpuColorOperations.apply(words, CpuColorOperations.NEVER, gray, value);
            System.arraycopy(value, 0, canvas, at, channels);
        }
        return canvas;
    }

    /** Of the pixels before the contrast is changed. */
    private float meanGray(CpuImageResampler resampler, int[] words) {
        var sums = new long[channels];
        var value = new int[channels];
        int pixels = height * width;
        for (int pixel = 0; pixel < pixels; pixel++) {
            resampler.rotated(pixel % width, pixel / width, value);
            CpuColorOperations.apply(words, AugmentationParameters.CONTRAST_FROM_MEAN, 0, value);
            for (int c = 0; c < channels; c++) {
                sums[c] += value[c];
            }
        }
        return CpuColorOperations.meanGray(sums, pixels);
    }

    private void blur(int[] words, int[] canvas) {
        if (words[AugmentationParameters.BLUR_RADIUS] == 0) {
            return;
        }
        int lineLength = width * channels;
        var from = new float[canvas.length];
        for (int i = 0; i < canvas.length; i++) {
            from[i] = canvas[i];
        }
        var smooth = new float[canvas.length];
        for (int i = 0; i < canvas.length; i++) {
            int first = i / lineLength * lineLength + i % channels;
            smooth[i] = smoothed(words, from, first, i % lineLength / channels, width, channels);
        }
        for (int i = 0; i < canvas.length; i++) {
            canvas[i] = level(smoothed(words, smooth, i % lineLength, i / lineLength, height, lineLength));
        }
    }

    /** The weighted mean around an element of a line whose elements are {@code stride} apart. */
    private static float smoothed(int[] words, float[] elements, int first, int position, int size, int stride) {
        float decay = Float.intBitsToFloat(words[AugmentationParameters.BLUR_DECAY]);
        float weight = 1;
        float step = decay;
        float total = 1;
        float sum = elements[first + position * stride];
        for (int k = 1; k <= words[AugmentationParameters.BLUR_RADIUS]; k++) {
            weight *= step;
            step *= decay * decay;
            float before = elements[first + reflected(position - k, 0, size) * stride];
            float after = elements[first + reflected(position + k, 0, size) * stride];
            sum += weight * (before + after);
            total += 2 * weight;
        }
        return sum / total;
    }

    private void normalize(int[] words, int[] canvas, MemorySegment image) {
        for (int i = 0; i < canvas.length; i++) {
            int pixel = i / channels;
            int channel = i % channels;
            boolean isErased =
                    CpuImageResampler.isWithin(words, AugmentationParameters.ERASE, pixel % width, pixel / width);
            int value = isErased ? words[AugmentationParameters.FILLS] >> 8 : canvas[i];
            image.setAtIndex(FLOAT, i, (value - mean[channel]) * scale[channel]);
        }
    }
}
