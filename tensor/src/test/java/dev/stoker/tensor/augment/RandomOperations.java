package dev.stoker.tensor.augment;

import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.OperationParameters;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.MemorySegment;

/** Adds random operations to rows of parameters, of any kind and in any order. */
final class RandomOperations {
    private static final int KINDS = 15;
    private static final int OF_COLOR_IMAGES = 3;

    private RandomOperations() {}

    static void sample(SeededRandom random, int channels, AugmentationRequirements requirements, MemorySegment row) {
        var operations = OperationParameters.append(row);
        if (requirements.mix() && random.nextBoolean()) {
            operations.mixBegin(0.25);
            add(random, channels, operations);
            add(random, channels, operations);
            operations.mixNext(random.nextDouble());
            add(random, channels, operations);
            operations.mixEnd(0.125);
            return;
        }
        int count = requirements.operations() == 0 ? 0 : random.nextInt(requirements.operations() + 1);
        boolean perspective = count > 0 && random.nextBoolean();
        if (perspective) {
            operations.perspective(matrix(random), random.nextInt(256));
        }
        for (int i = perspective ? 1 : 0; i < count; i++) {
            add(random, channels, operations);
        }
    }

    private static double[] matrix(SeededRandom random) {
        var matrix = new double[9];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (i % 4 == 0 ? 1 : 0) + (i < 6 ? 0.3 : 0.02) * (random.nextDouble() - 0.5);
        }
        return matrix;
    }

    private static void add(SeededRandom random, int channels, OperationParameters operations) {
        double signed = 2 * random.nextDouble() - 1;
        int kind = random.nextInt(channels == 3 ? KINDS : KINDS - OF_COLOR_IMAGES);
        var _ = switch (kind) {
            case 0 -> operations.shearX(signed);
            case 1 -> operations.shearY(signed);
            case 2 -> operations.translate(Math.rint(9 * signed), 0);
            case 3 -> operations.translate(0, Math.rint(9 * signed));
            case 4 -> operations.rotate(3 * signed);
            case 5 -> operations.brighten(1 + signed);
            case 6 -> operations.contrast(1 + signed);
            case 7 -> operations.sharpen(1 + signed);
            case 8 -> operations.posterize(random.nextInt(9));
            case 9 -> operations.solarize(random.nextInt(257));
            case 10 -> operations.autoContrast();
            case 11 -> operations.equalize();
            case 12 -> operations.saturate(1 + signed);
            case 13 -> operations.shiftHue((int) (128 * signed));
            default -> operations.gray();
        };
    }
}
