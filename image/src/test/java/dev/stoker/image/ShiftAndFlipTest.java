package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShiftAndFlipTest {

    /** Every outcome must be one of the pictures that a plain, slow crop of a padded copy gives. */
    @ParameterizedTest
    @CsvSource({"1, BLACK", "3, BLACK", "1, REFLECT", "3, REFLECT"})
    void everyRowIsACropOfThePaddedPictureOrOfItsMirror(int channels, Edge edge) {
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
        var draws = new Draws(new Seed(1));
        var row = Arena.ofAuto().allocate(shape.bytes());
        for (int i = 0; i < 2000; i++) {
            new ShiftAndFlip(shape, padding, edge, true).apply(sample, row, draws);
            seen.add(java.util.Arrays.toString(row.toArray(ValueLayout.JAVA_BYTE)));
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static String slowly(MemorySegment sample, Shape shape, int down, int right, Edge edge, boolean mirrored) {
        var result = new byte[shape.bytes()];
        for (int y = 0; y < shape.height(); y++) {
            for (int x = 0; x < shape.width(); x++) {
                int fromY = y - down;
                int fromX = x - right;
                if (edge == Edge.REFLECT) {
                    fromY = folded(fromY, shape.height());
                    fromX = folded(fromX, shape.width());
                }
                if (fromY < 0 || fromY >= shape.height() || fromX < 0 || fromX >= shape.width()) {
                    continue;
                }
                int pictureX = mirrored ? shape.width() - 1 - fromX : fromX;
                for (int c = 0; c < shape.channels(); c++) {
                    result[(y * shape.width() + x) * shape.channels() + c] = sample.get(
                            ValueLayout.JAVA_BYTE, (fromY * shape.width() + pictureX) * shape.channels() + c);
                }
            }
        }
        return java.util.Arrays.toString(result);
    }

    /** Walks from the first pixel, where left is the same as right, and turns round at the last. */
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
    void paddingLargerThanThePictureIsRefused() {
        assertThatThrownBy(() -> new ShiftAndFlip(new Shape(3, 3, 1), 3, true)).hasMessageContaining("got 3 for 3×3×1");
    }
}
