package dev.stoker.image.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomCropAndFlipTest {

    /** Every outcome must be one of the images that a plain, slow crop of a padded copy gives. */
    @ParameterizedTest
    @CsvSource({"1, BLACK", "3, BLACK", "1, REFLECT", "3, REFLECT"})
    void everyRowIsACropOfThePaddedImageOrOfItsFlip(int channels, PaddingMode edge) {
        var shape = new Shape(5, 4, channels);
        int padding = 2;
        var sample = Arena.ofAuto().allocate(shape.bytes());
        for (int i = 0; i < shape.bytes(); i++) {
            sample.set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
        }
        var expected = new HashSet<String>();
        for (int down = -padding; down <= padding; down++) {
            for (int right = -padding; right <= padding; right++) {
                expected.add(slowly(sample, shape, down, right, edge, false));
                expected.add(slowly(sample, shape, down, right, edge, true));
            }
        }
        var seen = new HashSet<String>();
        var random = new SeededRandom(new Seed(1));
        var row = Arena.ofAuto().allocate(shape.bytes());
        for (int i = 0; i < 2000; i++) {
            new RandomCropAndFlip(shape, padding, edge, true).apply(sample, row, random);
            seen.add(java.util.Arrays.toString(row.toArray(ValueLayout.JAVA_BYTE)));
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static String slowly(
            MemorySegment sample, Shape shape, int down, int right, PaddingMode edge, boolean flipped) {
        var result = new byte[shape.bytes()];
        for (int y = 0; y < shape.height(); y++) {
            for (int x = 0; x < shape.width(); x++) {
                int fromY = y - down;
                int fromX = x - right;
                if (edge == PaddingMode.REFLECT) {
                    fromY = folded(fromY, shape.height());
                    fromX = folded(fromX, shape.width());
                }
                if (fromY < 0 || fromY >= shape.height() || fromX < 0 || fromX >= shape.width()) {
                    continue;
                }
                int imageX = flipped ? shape.width() - 1 - fromX : fromX;
                for (int c = 0; c < shape.channels(); c++) {
                    result[(y * shape.width() + x) * shape.channels() + c] =
                            sample.get(ValueLayout.JAVA_BYTE, (fromY * shape.width() + imageX) * shape.channels() + c);
                }
            }
        }
        return java.util.Arrays.toString(result);
    }

    /** The pixel at a position that is reflected at the edges, found step by step: from the first pixel, where left and right are the same, turning at the last. */
    private static int folded(int position, int size) {
        int at = 0;
        int direction = 1;
        for (int step = 0; step < Math.abs(position); step++) {
            if (at + direction == size) {
                direction = -1;
            }
            at += direction;
        }
        return at;
    }

    @Test
    void paddingLargerThanTheImageIsRefused() {
        assertThatThrownBy(() -> new RandomCropAndFlip(new Shape(3, 3, 1), 3, true))
                .hasMessageContaining("got 3 for 3×3×1");
    }
}
