package dev.stoker.train.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfusionMatrixTest {
    /** A class that is frequent, one that is rare, and one that has no images but is predicted once. */
    private static final ConfusionMatrix MATRIX = new ConfusionMatrix(3, new long[] {90, 9, 1, 5, 5, 0, 0, 0, 0});

    @Test
    void f1IsTheHarmonicMeanOfPrecisionAndRecall() {
        var rare = MATRIX.perClass().get(1);
        assertThat(rare.precision()).isEqualTo(5 / 14.0);
        assertThat(rare.recall()).isEqualTo(0.5);
        assertThat(rare.f1()).isCloseTo(2 * 5 / (2.0 * 5 + 9 + 5), offset(1e-12));
        assertThat(MATRIX.perClass().get(2).f1()).isZero();
    }

    @Test
    void macroAveragesAreMeansOverTheClassesThatHaveImages() {
        var often = MATRIX.perClass().get(0);
        var rare = MATRIX.perClass().get(1);
        var averages = MATRIX.macroAverages();
        assertThat(averages.precision()).isEqualTo((often.precision() + rare.precision()) / 2);
        assertThat(averages.recall()).isEqualTo((often.recall() + rare.recall()) / 2);
        assertThat(averages.f1()).isEqualTo((often.f1() + rare.f1()) / 2);
    }

    @Test
    void theBestWeightsAreSelectedByTheSameMeans() {
        var evaluation = new Evaluation(1, 0.86, 1, 110, Optional.of(MATRIX), CorruptImages.NONE);
        assertThat(SelectionMetric.MACRO_F1.score(evaluation))
                .isEqualTo(MATRIX.macroAverages().f1());
        assertThat(SelectionMetric.BALANCED_ACCURACY.score(evaluation))
                .isEqualTo(MATRIX.macroAverages().recall());
    }
}
