package dev.stoker.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationParametersTest {
    private final MemorySegment row = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);

    @BeforeEach
    void begin() {
        AugmentationParameters.begin(row);
    }

    private int whole(int operation, int word) {
        return row.getAtIndex(
                ValueLayout.JAVA_INT, OperationParameters.FIRST + (long) OperationParameters.SIZE * operation + word);
    }

    private float real(int operation, int word) {
        return Float.intBitsToFloat(whole(operation, word));
    }

    @Test
    void operationsKeepTheirOrderAndMayRepeat() {
        OperationParameters.append(row).rotate(Math.PI / 2).posterize(3).brighten(0.5);
        OperationParameters.append(row).posterize(8);
        assertThat(whole(0, 0)).isEqualTo(OperationParameters.ROTATE);
        assertThat(real(0, 1)).isCloseTo(0f, within(1e-6f));
        assertThat(real(0, 2)).isEqualTo(1f);
        assertThat(whole(1, 0)).isEqualTo(OperationParameters.POSTERIZE);
        assertThat(whole(1, 1)).isEqualTo(0b1110_0000);
        assertThat(whole(2, 0)).isEqualTo(AugmentationParameters.BRIGHTEN);
        assertThat(real(2, 1)).isEqualTo(0.5f);
        assertThat(whole(3, 1)).isEqualTo(255);
        assertThat(whole(4, 0)).isZero();
    }

    /** The last word of the last operation is the last word of the row. */
    @Test
    void aRowHoldsAsManyOperationsAsItSays() {
        for (int i = 0; i < OperationParameters.MAXIMUM; i++) {
            OperationParameters.append(row).perspective(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, 100 + i);
        }
        assertThat(row.getAtIndex(ValueLayout.JAVA_INT, AugmentationParameters.WORDS - 1L))
                .isEqualTo(99 + OperationParameters.MAXIMUM);
        var full = OperationParameters.append(row);
        assertThatThrownBy(full::gray).hasMessage("an image has at most 14 operations");
        assertThatThrownBy(() -> new AugmentationRequirements(false, false, 15, false))
                .hasMessage("an image has up to 14 operations, got 15");
    }
}
