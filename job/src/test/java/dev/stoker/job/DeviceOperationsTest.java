package dev.stoker.job;

import static dev.stoker.job.AugmentationComparison.same;

import dev.stoker.core.Shape;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.image.policy.AugmentationPolicy.Step;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.Transform;
import dev.stoker.job.AugmentationComparison.Case;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations computed with OpenCV, against those that the augmenter computes from parameters. */
class DeviceOperationsTest {
    private static final Set<AugmentationOperation> MOVES =
            EnumSet.range(AugmentationOperation.SHEAR_X, AugmentationOperation.ROTATE);

    /** Those that compute in floats. */
    private static final Set<AugmentationOperation> ROUNDED =
            EnumSet.range(AugmentationOperation.BRIGHTNESS, AugmentationOperation.SHARPNESS);

    /** Most images get it, at each of the magnitudes and in both directions. */
    private static Transform policy(AugmentationOperation operation) {
        return new AutoAugment(new AugmentationPolicy(Stream.of(0, 3, 5, 7, 9)
                .map(magnitude -> List.of(new Step(operation, 0.8, magnitude)))
                .toList()));
    }

    private static Case one(AugmentationOperation operation, int channels) {
        boolean moves = MOVES.contains(operation);
        int most = moves ? 8 : ROUNDED.contains(operation) ? 1 : 0;
        return same(operation + " " + channels, channels, most, moves ? 1e-3 : 0, policy(operation));
    }

    private static Stream<Case> operations() {
        return Arrays.stream(AugmentationOperation.values())
                .flatMap(operation -> Stream.of(one(operation, 1), one(operation, 3)));
    }

    /** What is one level off may cross the threshold of a later solarize, so that few values may differ by much. */
    private static Stream<Case> chains() {
        return Stream.of(
                same("solarize", 0, 0, new RandomSolarize(0.5, 128)),
                same("posterize", 0, 0, new RandomPosterize(0.5, 4)),
                same("sharpen", 1, 0, new RandomAdjustSharpness(0.5, 2)),
                same("smooth", 1, 0, new RandomAdjustSharpness(0.5, 0)),
                same("perspective", 8, 2e-3, new RandomPerspective(0.7, 0.5, 90)),
                same("RandAugment", 255, 2e-3, new RandomCrop(24, 4), new RandAugment(2, 9)),
                same("gray RandAugment", 1, 255, 2e-3, new RandomCrop(24, 4), new RandAugment(3, 20)),
                same("TrivialAugment", 8, 1e-3, new TrivialAugment()),
                same("AutoAugment", 255, 5e-3, new AutoAugment(AugmentationPolicy.IMAGENET)),
                same("AutoAugment of CIFAR-10", 255, 5e-3, new AutoAugment(AugmentationPolicy.CIFAR10)),
                same("AugMix", 30, 5e-3, new AugMix(3), new RandomErasing(0.3)),
                same(
                        "everything",
                        255,
                        0.02,
                        new RandomCrop(24, 4),
                        new RandomRotation(10, 3),
                        new RandomPerspective(0.3, 0.5, 0),
                        new RandAugment(2, 9),
                        new ColorJitter(0.4, 0.4, 0.4, 0.1),
                        new RandomGrayscale(0.2),
                        new RandomSolarize(0.2, 128),
                        new RandomPosterize(0.2, 4),
                        new RandomAdjustSharpness(0.2, 2),
                        new GaussianBlur(0.5, new ParameterRange(0.1, 2)),
                        new Cutout(8, 0)));
    }

    @ParameterizedTest
    @MethodSource({"operations", "chains"})
    void hostAndDeviceOperationsGiveTheSameImage(Case each) {
        AugmentationComparison.compare(each);
    }

    /** Noise has every level; these have few, and some have one. */
    private static MemorySegment flat(Shape shape, int images) {
        var memory = Arena.ofAuto().allocate((long) shape.bytes() * images, 8);
        for (long i = 0; i < memory.byteSize(); i++) {
            long image = i / shape.bytes();
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (60 + image % 7 * (i % 5) * 3));
        }
        return memory;
    }

    @ParameterizedTest
    @MethodSource("operations")
    void imagesOfFewLevelsAreTheSame(Case each) {
        AugmentationComparison.compare(each, flat(each.source(), 60));
    }
}
