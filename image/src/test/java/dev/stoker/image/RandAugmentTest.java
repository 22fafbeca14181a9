package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandAugmentTest {
    private static final Pixels COLOUR = Pixels.smooth(40, 56, 3);
    private static final Pixels NOISE = Pixels.noise(40, 56, 3, 1);

    @Test
    void posterizeKeepsUpperBits() {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> NOISE.byteAt(y, x, channel) & 0xe0);
        assertThat(Rows.painted(NOISE, (canvas, scratch) -> Tables.posterize(canvas, 3, scratch))
                        .largestDifference(expected))
                .isZero();
    }

    @Test
    void solarizeInvertsWhatIsBright() {
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> {
            int value = NOISE.byteAt(y, x, channel);
            return value < 100 ? value : 255 - value;
        });
        assertThat(Rows.painted(NOISE, (canvas, scratch) -> Tables.solarize(canvas, 100, scratch))
                        .largestDifference(expected))
                .isZero();
    }

    @Test
    void autoContrastStretchesEachChannel() {
        var row = Rows.painted(COLOUR, (canvas, scratch) -> Tables.autoContrast(canvas, scratch));
        for (int channel = 0; channel < 3; channel++) {
            int each = channel;
            double low = range(COLOUR, channel).min().orElseThrow();
            double high = range(COLOUR, channel).max().orElseThrow();
            assertThat(range(row, channel).min()).hasValue(0);
            assertThat(range(row, channel).max()).hasValue(255);
            IntStream.range(0, 40 * 56)
                    .forEach(i -> assertThat(row.at(i / 56, i % 56, each))
                            .isEqualTo(Math.floor(255 * (COLOUR.at(i / 56, i % 56, each) - low) / (high - low))));
        }
        var level = Slowly.constant(COLOUR, 80);
        assertThat(Rows.painted(level, (canvas, scratch) -> Tables.autoContrast(canvas, scratch))
                        .largestDifference(level))
                .isZero();
    }

    private static IntStream range(Pixels pixels, int channel) {
        return IntStream.range(0, pixels.height() * pixels.width())
                .map(i -> pixels.byteAt(i / pixels.width(), i % pixels.width(), channel));
    }

    /** After equalising, the share of values up to v is about v / 255. */
    @Test
    void equalizeMakesAllValuesAboutAsFrequent() {
        var source = Pixels.smooth(300, 400, 3);
        var row = Rows.painted(source, (canvas, scratch) -> Tables.equalize(canvas, scratch));
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
    void sharpnessBlendsWithASmoothedPictureButNotAtTheEdge(double factor) {
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
        assertThat(Rows.painted(NOISE, (canvas, scratch) -> Filters.sharpness(canvas, factor, scratch))
                        .largestDifference(expected))
                .isLessThan(1.01);
    }

    @Test
    void shearsKeepOneEdgeInPlace() {
        var right = Rows.painted(COLOUR, (canvas, scratch) -> Warps.warp(canvas, AffineMap.shearX(0.3), 0, scratch));
        var expected = Pixels.of(40, 56, 3, (y, x, channel) -> {
            double from = x + 0.3 * (y + 0.5);
            int left = (int) Math.floor(from);
            double low = left < 56 ? COLOUR.at(y, left, channel) : 0;
            double high = left < 55 ? COLOUR.at(y, left + 1, channel) : 0;
            return low + (from - left) * (high - low);
        });
        assertThat(right.meanDifference(expected)).isLessThan(0.5);
        var down = Rows.painted(
                Slowly.transpose(COLOUR), (canvas, scratch) -> Warps.warp(canvas, AffineMap.shearY(0.3), 0, scratch));
        assertThat(Slowly.transpose(down).meanDifference(right)).isLessThan(0.5);
    }

    @Test
    void movesBringInBlack() {
        var moved = Rows.painted(COLOUR, (canvas, scratch) -> Warps.warp(canvas, AffineMap.move(9, -4), 0, scratch));
        assertThat(moved.largestDifference(Slowly.crop(COLOUR, -9, 4, 56, 40))).isZero();
    }

    @Test
    void operationsChangePicturesAndNoStrengthDoesNot() {
        var recipe = Recipe.of(new RandAugment(2, 9));
        int changed = 0;
        for (long seed = 0; seed < 100; seed++) {
            changed += Rows.run(recipe, COLOUR, seed).meanDifference(COLOUR) > 0 ? 1 : 0;
            assertThat(Rows.run(recipe.atStrength(0), COLOUR, seed).largestDifference(COLOUR))
                    .isZero();
        }
        assertThat(changed).isGreaterThan(90);
    }

    @Test
    void greyPicturesAreAugmentedToo() {
        var grey = Pixels.smooth(28, 28, 1);
        for (long seed = 0; seed < 100; seed++) {
            assertThat(Rows.run(Recipe.of(new RandAugment(3, 15)), grey, seed).shape())
                    .isEqualTo(grey.shape());
        }
    }

    @Test
    void magnitudesEndAtThirty() {
        assertThatThrownBy(() -> new RandAugment(2, 31)).hasMessage("magnitude must be between 0.0 and 30.0, got 31.0");
    }
}
