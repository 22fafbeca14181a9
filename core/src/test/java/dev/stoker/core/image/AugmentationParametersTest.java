package dev.stoker.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AugmentationParametersTest {
    private final MemorySegment row = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);

    private int whole(int word) {
        return row.getAtIndex(ValueLayout.JAVA_INT, word);
    }

    @Test
    void everyWordHasOneMeaning() {
        AugmentationParameters.begin(row)
                .source(7)
                .crop(1.5, 2.5, 3.5, 4.5, AugmentationParameters.REFLECTED | AugmentationParameters.MEAN_X)
                .window(10, 11, 12, 13)
                .visible(14, 15, 16, 17)
                .affine(1.25, 2.25, 3.25, 4.25, 5.25, 6.25, 200)
                .brighten(0.5)
                .contrast(0.75)
                .saturate(1.75)
                .shiftHue(-20)
                .blur(1.0)
                .erase(20, 21, 22, 23, 100);
        assertThat(whole(AugmentationParameters.SOURCE)).isEqualTo(7);
        int sampling =
                AugmentationParameters.REFLECTED | AugmentationParameters.MEAN_X | AugmentationParameters.HAS_AFFINE;
        assertThat(whole(AugmentationParameters.SAMPLING)).isEqualTo(sampling);
        assertThat(whole(AugmentationParameters.FILLS)).isEqualTo(200 + 256 * 100);
        assertThat(whole(AugmentationParameters.COLORS)).isEqualTo(0x4321);
        assertThat(whole(AugmentationParameters.BLUR_RADIUS)).isEqualTo(3);
        var floats = row.toArray(ValueLayout.JAVA_FLOAT);
        assertThat(Arrays.copyOfRange(floats, 1, 5)).containsExactly(1.5f, 2.5f, 3.5f, 4.5f);
        assertThat(Arrays.copyOfRange(floats, 14, 20)).containsExactly(1.25f, 2.25f, 3.25f, 4.25f, 5.25f, 6.25f);
        assertThat(Arrays.copyOfRange(floats, 22, 25)).containsExactly(0.5f, 0.75f, 1.75f);
        var wholes = row.toArray(ValueLayout.JAVA_INT);
        assertThat(Arrays.copyOfRange(wholes, 5, 13)).containsExactly(10, 11, 12, 13, 14, 15, 16, 17);
        assertThat(Arrays.copyOfRange(wholes, 28, 32)).containsExactly(20, 21, 22, 23);
        assertThat(wholes[AugmentationParameters.HUE]).isEqualTo(-20);
    }

    @Test
    void appendingKeepsEarlierParametersAndTheirOrder() {
        AugmentationParameters.begin(row)
                .source(3)
                .crop(-1, 31, 1, -4, AugmentationParameters.BLACK)
                .gray();
        AugmentationParameters.append(row).brighten(2);
        assertThat(whole(AugmentationParameters.SOURCE)).isEqualTo(3);
        assertThat(whole(AugmentationParameters.SAMPLING))
                .isEqualTo(AugmentationParameters.BLACK | AugmentationParameters.COPIES);
        assertThat(whole(AugmentationParameters.COLORS)).isEqualTo(0x15);
        AugmentationParameters.begin(row);
        assertThat(row.mismatch(Arena.ofAuto().allocate(AugmentationParameters.BYTES)))
                .isEqualTo(-1);
    }

    @Test
    void onlyWholePixelsAreCopied() {
        AugmentationParameters.begin(row).crop(1, 0.5, 1, 0, AugmentationParameters.NEAREST);
        assertThat(whole(AugmentationParameters.SAMPLING)).isZero();
        AugmentationParameters.begin(row).crop(1, 0, 0.5, 0, AugmentationParameters.NEAREST);
        assertThat(whole(AugmentationParameters.SAMPLING)).isZero();
    }

    @Test
    void aRowOfAnotherSizeIsRefused() {
        assertThatThrownBy(() -> AugmentationParameters.begin(row.asSlice(0, 64)))
                .hasMessage("the parameters of an image take 400 bytes, got 64");
    }
}
