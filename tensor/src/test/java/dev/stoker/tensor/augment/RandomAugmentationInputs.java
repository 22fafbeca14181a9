package dev.stoker.tensor.augment;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Source images of noise, and rows of parameters in which any transform may be set. */
record RandomAugmentationInputs(
        Shape source,
        Shape target,
        MemorySegment pixels,
        MemorySegment parameters,
        AugmentationRequirements requirements) {
    private static final int SOURCES = 7;
    static final List<Double> MEANS = List.of(0.41, 0.47, 0.52);
    static final List<Double> DEVIATIONS = List.of(0.21, 0.19, 0.23);

    static RandomAugmentationInputs of(int channels, int rows, AugmentationRequirements requirements) {
        var source = new Shape(19, 23, channels);
        var target = new Shape(16, 21, channels);
        var random = new SeededRandom(new Seed(channels));
        var pixels = Arena.ofAuto().allocate((long) SOURCES * source.bytes(), 8);
        for (long i = 0; i < pixels.byteSize(); i++) {
            pixels.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(256));
        }
        var parameters = Arena.ofAuto().allocate((long) rows * AugmentationParameters.BYTES, 8);
        for (int i = 0; i < rows; i++) {
            var row = parameters.asSlice((long) i * AugmentationParameters.BYTES, AugmentationParameters.BYTES);
            sample(
                    random,
                    source,
                    target,
                    requirements,
                    AugmentationParameters.begin(row).source(random.nextInt(SOURCES)));
            RandomOperations.sample(random, target.channels(), requirements, row);
        }
        return new RandomAugmentationInputs(source, target, pixels, parameters, requirements);
    }

    private static void sample(
            SeededRandom random,
            Shape source,
            Shape target,
            AugmentationRequirements requirements,
            AugmentationParameters row) {
        int beyond = random.nextInt(3);
        double flip = random.nextBoolean() ? -1 : 1;
        double startX = random.nextInt(9) - 4 + (flip < 0 ? source.width() - 1 : 0);
        double startY = random.nextInt(9) - 4;
        if (random.nextBoolean()) {
            row.crop(flip, startX, 1, startY, beyond);
        } else {
            double scale = 0.3 + 2.2 * random.nextDouble();
            int means = (random.nextBoolean() ? AugmentationParameters.MEAN_X : 0)
                    | (random.nextBoolean() ? AugmentationParameters.MEAN_Y : 0);
            row.crop(flip * scale, startX + random.nextDouble(), scale * 0.9, startY, beyond | means);
        }
        row.window(random.nextInt(3), random.nextInt(3), source.width() - random.nextInt(3), source.height());
        row.visible(random.nextInt(2), random.nextInt(2), target.width() - random.nextInt(2), target.height());
        if (random.nextBoolean()) {
            row.affine(
                    0.9 + part(random),
                    part(random),
                    part(random),
                    part(random),
                    1,
                    9 * part(random),
                    random.nextInt(256));
        }
        color(random, target.channels(), requirements, row);
        if (requirements.blur() && random.nextBoolean()) {
            row.blur(0.2 + 4 * random.nextDouble());
        }
        if (random.nextBoolean()) {
            int left = random.nextInt(target.width());
            int top = random.nextInt(target.height());
            row.erase(left, top, left + random.nextInt(9), top + random.nextInt(9), random.nextInt(256));
        }
    }

    private static double part(SeededRandom random) {
        return 0.4 * random.nextDouble() - 0.2;
    }

    private static void color(
            SeededRandom random, int channels, AugmentationRequirements requirements, AugmentationParameters row) {
        boolean late = random.nextBoolean();
        if (requirements.mean() && !late) {
            row.contrast(2 * random.nextDouble());
        }
        if (random.nextBoolean()) {
            row.brighten(2 * random.nextDouble());
        }
        if (channels == 3) {
            row.saturate(2 * random.nextDouble());
            if (random.nextBoolean()) {
                row.shiftHue(random.nextInt(256) - 128);
            }
            if (random.nextInt(4) == 0) {
                row.gray();
            }
        }
        if (requirements.mean() && late) {
            row.contrast(2 * random.nextDouble());
        }
    }

    int rows() {
        return (int) (parameters.byteSize() / AugmentationParameters.BYTES);
    }

    ImageAugmenter augmenter(Device device) {
        int channels = target.channels();
        return ImageAugmenter.on(
                device, target, MEANS.subList(0, channels), DEVIATIONS.subList(0, channels), requirements);
    }

    Tensor sources(Device device) {
        return Tensor.view(pixels, DataType.UINT8, SOURCES, source.height(), source.width(), source.channels())
                .to(DataType.UINT8, device);
    }

    Tensor parameters(Device device, int from, int count) {
        return Tensor.view(parameters, DataType.INT32, rows(), AugmentationParameters.WORDS)
                .part(from, count)
                .to(DataType.INT32, device);
    }

    /** The images of some rows, as height × width × channels. */
    float[] augmented(Device device, int from, int count) {
        try (var _ = TensorScope.open("made")) {
            return values(augmenter(device).augment(sources(device), parameters(device, from, count)));
        }
    }

    static float[] values(Tensor images) {
        return images.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
    }
}
