package dev.stoker.image.internal.transform;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import java.util.EnumSet;
import java.util.List;

/** The image of AugMix: a weighted mean of the original and of variants. */
final class AugMixImages {
    private static final List<AugmentationOperation> OPERATIONS =
            List.copyOf(EnumSet.complementOf(EnumSet.of(AugmentationOperation.IDENTITY, AugmentationOperation.INVERT)));

    private AugMixImages() {}

    static void apply(AugMix mix, MatImage canvas, SeededRandom random, Workspace workspace) {
        var weights = weights(mix.width(), random);
        if (mix.strength() == 0) {
            return;
        }
        var original = workspace.original.like(canvas);
        canvas.mat().copyTo(original.mat());
        var sums = workspace.sums(canvas.width() * canvas.height() * canvas.channels());
        add(original, weights[mix.width()], sums);
        for (int i = 0; i < mix.width(); i++) {
            original.mat().copyTo(canvas.mat());
            change(mix, AugmentationOperations.on(canvas, workspace), random);
            add(canvas, weights[i], sums);
        }
        write(sums, canvas);
    }

    /** The same as operations of a row of parameters. */
    static void sample(AugMix mix, OperationParameterWriter writer, SeededRandom random) {
        var weights = weights(mix.width(), random);
        if (mix.strength() == 0) {
            return;
        }
        writer.parameters().mixBegin(weights[mix.width()]);
        for (int i = 0; i < mix.width(); i++) {
            change(mix, writer, random);
            if (i < mix.width() - 1) {
                writer.parameters().mixNext(weights[i]);
            } else {
                writer.parameters().mixEnd(weights[i]);
            }
        }
    }

    /**
     * The weight of each variant, and last that of the original, which is uniform. The others share the rest by a flat
     * Dirichlet distribution: exponentially distributed numbers, divided by their sum.
     */
    static double[] weights(int width, SeededRandom random) {
        var weights = new double[width + 1];
        double original = random.nextDouble();
        double sum = 0;
        for (int i = 0; i < width; i++) {
            weights[i] = -StrictMath.log(1 - random.nextDouble());
            sum += weights[i];
        }
        for (int i = 0; i < width; i++) {
            weights[i] *= (1 - original) / sum;
        }
        weights[width] = original;
        return weights;
    }

    private static void change(AugMix mix, OperationTarget target, SeededRandom random) {
        int operations = 1 + random.nextInt(mix.depth());
        for (int i = 0; i < operations; i++) {
            var operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
            double magnitude = mix.strength() * random.nextInt(mix.severity()) / (AugMix.MAXIMUM - 1);
            target.apply(operation, magnitude, random.nextBoolean(), OperationRanges.AUG_MIX);
        }
    }

    private static void add(MatImage image, double weight, float[] sums) {
        var pixels = image.pixels();
        int width = image.width() * image.channels();
        for (int i = 0; i < width * image.height(); i++) {
            int value = Byte.toUnsignedInt(pixels.get(JAVA_BYTE, i / width * image.step() + i % width));
            sums[i] += (float) weight * value;
        }
    }

    private static void write(float[] sums, MatImage image) {
        var pixels = image.pixels();
        int width = image.width() * image.channels();
        for (int i = 0; i < width * image.height(); i++) {
            byte value = (byte) Math.clamp(Math.round(sums[i]), 0, 255);
            pixels.set(JAVA_BYTE, i / width * image.step() + i % width, value);
        }
    }
}
