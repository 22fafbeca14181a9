package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.Pixels;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.TransformChain;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AugmentationOperationsTest {
    private static final Pixels COLOR = Pixels.smooth(40, 56, 3);
    private static final Pixels NOISE = Pixels.noise(40, 56, 3, 1);

    @Test
    void posterizeKeepsUpperBits() {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> NOISE.byteAt(y, x, channel) & 0xe0);
        assertThat(TransformRunner.apply(NOISE, (canvas, workspace) -> LookupTables.posterize(canvas, 3, workspace))
                        .largestDifference(expected))
                .isZero();
    }

    @Test
    void solarizeInvertsBrightValues() {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> {
            int value = NOISE.byteAt(y, x, channel);
            return value < 100 ? value : 255 - value;
        });
        assertThat(TransformRunner.apply(NOISE, (canvas, workspace) -> LookupTables.solarize(canvas, 100, workspace))
                        .largestDifference(expected))
                .isZero();
    }

    @Test
    void autoContrastStretchesEachChannel() {
        var row = TransformRunner.apply(COLOR, (canvas, workspace) -> LookupTables.autoContrast(canvas, workspace));
        for (int channel = 0; channel < 3; channel++) {
            int each = channel;
            double low = range(COLOR, channel).min().orElseThrow();
            double high = range(COLOR, channel).max().orElseThrow();
            assertThat(range(row, channel).min()).hasValue(0);
            assertThat(range(row, channel).max()).hasValue(255);
            IntStream.range(0, 40 * 56)
                    .forEach(i -> assertThat(row.at(i / 56, i % 56, each))
                            .isEqualTo(Math.floor(255 * (COLOR.at(i / 56, i % 56, each) - low) / (high - low))));
        }
        var level = ReferenceTransforms.constant(COLOR, 80);
        assertThat(TransformRunner.apply(level, (canvas, workspace) -> LookupTables.autoContrast(canvas, workspace))
                        .largestDifference(level))
                .isZero();
    }

    private static IntStream range(Pixels pixels, int channel) {
        return IntStream.range(0, pixels.height() * pixels.width())
                .map(i -> pixels.byteAt(i / pixels.width(), i % pixels.width(), channel));
    }

    /** After equalizing, the share of values up to v is about v / 255. */
    @Test
    void equalizeMakesAllValuesAboutAsFrequent() {
        var source = Pixels.smooth(300, 400, 3);
        var row = TransformRunner.apply(source, (canvas, workspace) -> LookupTables.equalize(canvas, workspace));
        for (int channel = 0; channel < 3; channel++) {
            for (int limit : new int[] {64, 128, 192}) {
                double share =
                        range(row, channel).filter(value -> value <= limit).count() / (300.0 * 400);
                assertThat(share).isBetween(limit / 255.0 - 0.02, limit / 255.0 + 0.02);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 1.9})
    void sharpnessBlendsWithASmoothedImageButNotAtTheEdge(double factor) {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> {
            if (y == 0 || x == 0 || y == 39 || x == 55) {
                return NOISE.at(y, x, channel);
            }
            double sum = 4 * NOISE.at(y, x, channel);
            for (int i = 0; i < 9; i++) {
                sum += NOISE.at(y - 1 + i / 3, x - 1 + i % 3, channel);
            }
            return Math.clamp(factor * NOISE.at(y, x, channel) + (1 - factor) * sum / 13, 0, 255);
        });
        assertThat(TransformRunner.apply(
                                NOISE, (canvas, workspace) -> ImageFilters.sharpness(canvas, factor, workspace))
                        .largestDifference(expected))
                .isLessThan(1.01);
    }

    @Test
    void shearsKeepOneEdgeInPlace() {
        var right = TransformRunner.apply(
                COLOR, (canvas, workspace) -> AffineWarps.warp(canvas, AffineMatrix.shearX(0.3), 0, workspace));
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> {
            double from = x + 0.3 * (y + 0.5);
            int left = (int) Math.floor(from);
            double low = left < 56 ? COLOR.at(y, left, channel) : 0;
            double high = left < 55 ? COLOR.at(y, left + 1, channel) : 0;
            return low + (from - left) * (high - low);
        });
        assertThat(right.meanDifference(expected)).isLessThan(0.5);
        var down = TransformRunner.apply(
                ReferenceTransforms.transpose(COLOR),
                (canvas, workspace) -> AffineWarps.warp(canvas, AffineMatrix.shearY(0.3), 0, workspace));
        assertThat(ReferenceTransforms.transpose(down).meanDifference(right)).isLessThan(0.5);
    }

    @Test
    void translationsFillWithBlack() {
        var moved = TransformRunner.apply(
                COLOR, (canvas, workspace) -> AffineWarps.warp(canvas, AffineMatrix.translation(9, -4), 0, workspace));
        assertThat(moved.largestDifference(ReferenceTransforms.crop(COLOR, -9, 4, 56, 40)))
                .isZero();
    }

    @Test
    void operationsChangeImagesExceptAtStrengthZero() {
        var chain = TransformChain.of(new RandAugment(2, 9));
        int changed = 0;
        for (long seed = 0; seed < 100; seed++) {
            changed += TransformRunner.run(chain, COLOR, seed).meanDifference(COLOR) > 0 ? 1 : 0;
            assertThat(TransformRunner.run(chain.atStrength(0), COLOR, seed).largestDifference(COLOR))
                    .isZero();
        }
        assertThat(changed).isGreaterThan(90);
    }

    @Test
    void grayImagesAreAugmentedToo() {
        var gray = Pixels.smooth(28, 28, 1);
        for (long seed = 0; seed < 100; seed++) {
            assertThat(TransformRunner.run(TransformChain.of(new RandAugment(3, 15)), gray, seed)
                            .shape())
                    .isEqualTo(gray.shape());
        }
    }

    @Test
    void magnitudesEndAtThirty() {
        assertThatThrownBy(() -> new RandAugment(2, 31)).hasMessage("magnitude must be between 0.0 and 30.0, got 31.0");
    }
}
