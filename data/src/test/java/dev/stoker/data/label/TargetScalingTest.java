package dev.stoker.data.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.StokerException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetScalingTest {
    private static final TargetValues VALUES =
            new TargetValues(2, List.of(List.of(1.0, 7.0), List.of(3.0, 7.0), List.of(100.0, 8.0)));

    @Test
    void onlyTheSamplesForTrainingAreMeasured() {
        var scaling = TargetScaling.of(
                new TargetValues(1, List.of(List.of(1.0), List.of(3.0), List.of(100.0))),
                new int[] {0, 1, 1, 0},
                List.of("x"));
        assertThat(scaling).isEqualTo(new TargetScaling(List.of(2.0), List.of(1.0)));
        assertThat(scaling.standardized(0, 5)).isEqualTo(3);
        assertThat(scaling.original(0, 3)).isEqualTo(5);
    }

    @Test
    void theOrderOfSamplesDoesNotMatter() {
        assertThat(TargetScaling.of(VALUES, new int[] {2, 0, 1}, List.of("x", "y")))
                .isEqualTo(TargetScaling.of(VALUES, new int[] {0, 1, 2}, List.of("x", "y")));
    }

    @Test
    void numbersOfAnySizeHaveADeviation() {
        var large = new TargetValues(1, List.of(List.of(1e300), List.of(-1e300)));
        assertThat(TargetScaling.of(large, new int[] {0, 1}, List.of("x"))
                        .deviation()
                        .getFirst())
                .isCloseTo(1e300, offset(1e288));
    }

    @Test
    void aConstantTargetIsRefused() {
        assertThatThrownBy(() -> TargetScaling.of(VALUES, new int[] {0, 1}, List.of("x", "y")))
                .isInstanceOf(StokerException.class)
                .hasMessage("the target y is 7.0 in every training sample, so there is nothing to learn; choose another"
                        + " label");
    }
}
