package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Pixels;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.image.policy.AugmentationPolicy.Step;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.TransformChain;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AugmentationPoliciesTest {
    private static final Pixels COLOR = Pixels.smooth(40, 56, 3);

    private static Pixels apply(AugmentationOperation operation, double magnitude, OperationRanges ranges) {
        return TransformRunner.apply(
                COLOR,
                (canvas, workspace) ->
                        AugmentationOperations.on(canvas, workspace).apply(operation, magnitude, false, ranges));
    }

    private static AutoAugment always(AugmentationOperation operation, double magnitude) {
        return new AutoAugment(new AugmentationPolicy(List.of(List.of(new Step(operation, 1, magnitude)))));
    }

    private static Pixels run(PixelTransform transform, long seed) {
        return TransformRunner.run(TransformChain.of(transform), COLOR, seed);
    }

    /** Whole translations are copies, so the range can be read from the image. */
    @ParameterizedTest
    @CsvSource({"TRANSLATE_X, 25, 0", "TRANSLATE_Y, 0, 18"})
    void theStandardTranslationIsAShareOfTheSide(AugmentationOperation operation, int right, int down) {
        assertThat(apply(operation, 1, OperationRanges.STANDARD)
                        .largestDifference(ReferenceTransforms.crop(COLOR, -right, -down, 56, 40)))
                .isZero();
    }

    /** int() of Python, in torchvision. */
    @Test
    void aPartOfAPixelIsCutOff() {
        assertThat(OperationRanges.WIDE.pixels(0.99, 100)).isEqualTo(31);
        assertThat(OperationRanges.WIDE.pixels(-0.99, 100)).isEqualTo(-31);
        assertThat(OperationRanges.AUG_MIX.pixels(1, 50)).isEqualTo(16);
    }

    @Test
    void theWideTranslationIsThirtyTwoPixels() {
        assertThat(apply(AugmentationOperation.TRANSLATE_X, 1, OperationRanges.WIDE)
                        .largestDifference(ReferenceTransforms.crop(COLOR, -32, 0, 56, 40)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 8, 8, 4", "0.5, 6, 5, 2", "1, 4, 2, 0"})
    void posterizeKeepsTheBitsOfEachTable(double magnitude, int standard, int wide, int mixed) {
        assertThat(OperationRanges.STANDARD.bits(magnitude)).isEqualTo(standard);
        assertThat(OperationRanges.WIDE.bits(magnitude)).isEqualTo(wide);
        assertThat(OperationRanges.AUG_MIX.bits(magnitude)).isEqualTo(mixed);
    }

    @Test
    void invertInvertsAllValues() {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> 255 - COLOR.byteAt(y, x, channel));
        assertThat(run(always(AugmentationOperation.INVERT, 0), 1).largestDifference(expected))
                .isZero();
    }

    /** At magnitude 6 of 9, a factor of 1.6 or 0.4. */
    @Test
    void autoAugmentAppliesItsMagnitudeInEitherDirection() {
        var brighter = Pixels.of(40, 56, 3, (y, x, channel) -> Math.min(255, 1.6 * COLOR.byteAt(y, x, channel)));
        var darker = Pixels.of(40, 56, 3, (y, x, channel) -> 0.4 * COLOR.byteAt(y, x, channel));
        int bright = 0;
        for (long seed = 0; seed < 40; seed++) {
            var row = run(always(AugmentationOperation.BRIGHTNESS, 6), seed);
            boolean up = row.meanDifference(brighter) < 1;
            assertThat(up || row.meanDifference(darker) < 1).isTrue();
            bright += up ? 1 : 0;
        }
        assertThat(bright).isBetween(8, 32);
    }

    @Test
    void autoAugmentKeepsProbabilitiesAndSamplesSubpolicies() {
        var policy = new AugmentationPolicy(List.of(
                List.of(new Step(AugmentationOperation.INVERT, 0.5, 0)),
                List.of(new Step(AugmentationOperation.IDENTITY, 1, 0))));
        int inverted = 0;
        for (long seed = 0; seed < 400; seed++) {
            inverted += run(new AutoAugment(policy), seed).largestDifference(COLOR) > 0 ? 1 : 0;
        }
        assertThat(inverted).isBetween(70, 130);
    }

    @Test
    void thePublishedPoliciesHaveTwentyFivePairs() {
        for (var policy : List.of(AugmentationPolicy.IMAGENET, AugmentationPolicy.CIFAR10)) {
            assertThat(policy.subpolicies())
                    .hasSize(25)
                    .allSatisfy(steps -> assertThat(steps).hasSize(2));
        }
        assertThat(AugmentationPolicy.IMAGENET.subpolicies().get(18))
                .containsExactly(
                        new Step(AugmentationOperation.SHEAR_X, 0.6, 5),
                        new Step(AugmentationOperation.EQUALIZE, 1, 0));
        assertThat(AugmentationPolicy.CIFAR10.subpolicies().get(3))
                .containsExactly(
                        new Step(AugmentationOperation.SHEAR_Y, 0.5, 8),
                        new Step(AugmentationOperation.TRANSLATE_Y, 0.7, 9));
    }

    /** One of fourteen operations leaves the image alone, and so do magnitude 0 and one that has no effect here. */
    @Test
    void trivialAugmentAppliesOneOperation() {
        int changed = 0;
        for (long seed = 0; seed < 200; seed++) {
            changed += run(new TrivialAugment(), seed).largestDifference(COLOR) > 0 ? 1 : 0;
            assertThat(run(new TrivialAugment(0), seed).largestDifference(COLOR))
                    .isZero();
        }
        assertThat(changed).isBetween(140, 195);
    }

    @Test
    void augMixWeightsAddUpToOneAndVary() {
        double original = 0;
        for (int seed = 0; seed < 1000; seed++) {
            var weights = AugMixImages.weights(3, new SeededRandom(new Seed(seed)));
            assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-9));
            assertThat(Arrays.stream(weights).min()).hasValueCloseTo(0.5, within(0.5));
            original += weights[3] / 1000;
        }
        assertThat(original).as("uniform").isCloseTo(0.5, within(0.03));
    }

    /** At severity 1 every magnitude is 0, so only operations without one change the image, and posterize to four bits. */
    @Test
    void augMixStaysCloseToTheImageAtLowSeverityAndIsTheImageAtStrengthZero() {
        double low = 0;
        double high = 0;
        for (long seed = 0; seed < 100; seed++) {
            low += run(new AugMix(1), seed).meanDifference(COLOR) / 100;
            high += run(new AugMix(10), seed).meanDifference(COLOR) / 100;
            assertThat(run(new AugMix(10).atStrength(0), seed).largestDifference(COLOR))
                    .isZero();
        }
        assertThat(low).isPositive().isLessThan(high / 2);
    }

    @Test
    void grayImagesAreAugmentedToo() {
        var gray = Pixels.smooth(28, 28, 1);
        for (var transform : List.of(
                new TrivialAugment(),
                new AutoAugment(AugmentationPolicy.IMAGENET),
                new AutoAugment(AugmentationPolicy.CIFAR10),
                new AugMix(5),
                new RandAugment(2, 9))) {
            int changed = 0;
            for (long seed = 0; seed < 40; seed++) {
                changed += TransformRunner.run(TransformChain.of(transform), gray, seed)
                                        .largestDifference(gray)
                                > 0
                        ? 1
                        : 0;
            }
            assertThat(changed).as(transform.toString()).isGreaterThan(15);
        }
    }

    @Test
    void valuesOutsideTheirRangesAreRefused() {
        assertThatThrownBy(() -> new Step(AugmentationOperation.ROTATE, 1, 10))
                .hasMessage("magnitude must be between 0.0 and 9.0, got 10.0");
        assertThatThrownBy(() -> new AugmentationPolicy(List.of()))
                .hasMessage("a policy needs a sub-policy, and each of them an operation");
        assertThatThrownBy(() -> new AugMix(11)).hasMessage("severity must be between 1.0 and 10.0, got 11.0");
    }
}
