package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.augment.ImageAugmenter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;

/** Runs transforms on the host and, by sampled parameters, in the augmenter, and compares the images. */
final class AugmentationComparison {
    static final int IMAGES = 200;

    /**
     * Transforms of images of a size.
     *
     * @param most the largest difference of a value, in levels
     * @param share the share of values that may differ by more than one level
     */
    record Case(String name, Shape source, Shape target, int most, double share, List<Transform> steps) {
        TransformChain transforms() {
            return new TransformChain(steps);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private AugmentationComparison() {}

    static Case same(String name, int most, double share, Transform... steps) {
        return same(name, 3, most, share, steps);
    }

    static Case same(String name, int channels, int most, double share, Transform... steps) {
        var shape = new Shape(24, 24, channels);
        return new Case(name, shape, shape, most, share, List.of(steps));
    }

    /** Noise, in which neighboring pixels are unrelated: the hardest for interpolation. */
    static MemorySegment noise(Shape shape, int images) {
        var random = new SeededRandom(new Seed(77));
        var memory = Arena.ofAuto().allocate((long) shape.bytes() * images, 8);
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(256));
        }
        return memory;
    }

    static byte[] augmented(
            MemorySegment sources,
            Shape source,
            MemorySegment parameters,
            Shape target,
            AugmentationRequirements requirements) {
        var zero = Collections.nCopies(target.channels(), 0.0);
        var one = Collections.nCopies(target.channels(), 1 / 255.0);
        try (var _ = TensorScope.open("augmented")) {
            var augmenter = ImageAugmenter.on(Device.CPU, target, zero, one, requirements);
            long count = sources.byteSize() / source.bytes();
            var images = augmenter.augment(
                    Tensor.view(sources, DataType.UINT8, count, source.height(), source.width(), source.channels()),
                    Tensor.view(
                            parameters,
                            DataType.INT32,
                            parameters.byteSize() / AugmentationParameters.BYTES,
                            AugmentationParameters.WORDS));
            float[] values = images.permute(0, 2, 3, 1).toHost().toArray(ValueLayout.JAVA_FLOAT);
            var bytes = new byte[values.length];
            for (int i = 0; i < bytes.length; i++) {
                assertThat(values[i]).isEqualTo((float) (int) values[i]).isBetween(0f, 255f);
                bytes[i] = (byte) (int) values[i];
            }
            return bytes;
        }
    }

    /** With noise as images. */
    static void compare(Case each) {
        compare(each, noise(each.source, IMAGES));
    }

    static void compare(Case each, MemorySegment sources) {
        var target = each.target;
        int images = Math.toIntExact(sources.byteSize() / each.source.bytes());
        var rows = Arena.ofAuto().allocate((long) images * target.bytes());
        var parameters = Arena.ofAuto().allocate((long) images * AugmentationParameters.BYTES, 4);
        var compiled = each.transforms().compile(target, ImageDecoder.openCv());
        var sampler = each.transforms().sampler(target);
        try (var scratch = ScratchBuffers.open()) {
            for (int i = 0; i < images; i++) {
                var pixels = slice(sources, i, each.source.bytes());
                var row = slice(rows, i, target.bytes());
                compiled.run(pixels, each.source, row, new SeededRandom(new Seed(i)), scratch);
                sampler.sample(
                        i,
                        each.source,
                        new SeededRandom(new Seed(i)),
                        slice(parameters, i, AugmentationParameters.BYTES));
            }
        }
        compare(
                each,
                rows.toArray(ValueLayout.JAVA_BYTE),
                augmented(sources, each.source, parameters, target, sampler.requirements()));
    }

    static void compare(Case each, byte[] expected, byte[] actual) {
        assertThat(actual).hasSameSizeAs(expected);
        int most = 0;
        int more = 0;
        for (int i = 0; i < expected.length; i++) {
            int difference = Math.abs(Byte.toUnsignedInt(expected[i]) - Byte.toUnsignedInt(actual[i]));
            most = Math.max(most, difference);
            more += difference > 1 ? 1 : 0;
        }
        assertThat(most).as("the largest difference, in levels").isLessThanOrEqualTo(each.most);
        assertThat((double) more / expected.length)
                .as("the share of values that are more than one level off")
                .isLessThanOrEqualTo(each.share);
    }

    static MemorySegment slice(MemorySegment memory, int index, int bytes) {
        return memory.asSlice((long) index * bytes, bytes);
    }
}
