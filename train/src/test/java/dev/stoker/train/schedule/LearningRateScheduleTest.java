package dev.stoker.train.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LearningRateScheduleTest {
    /** Ten epochs of ten steps after four warm-up steps. */
    private static final LearningRateSchedule.Length RUN = new LearningRateSchedule.Length(4, 10, 104);

    private static final LearningRateSchedule.Length NO_WARM_UP = new LearningRateSchedule.Length(0, 10, 100);

    static Stream<LearningRateSchedule> all() {
        return Stream.of(
                new LearningRateSchedule.Constant(),
                new LearningRateSchedule.Cosine(),
                new LearningRateSchedule.Step(3, 0.1, 0.05),
                new LearningRateSchedule.Milestones(List.of(2.0, 5.0), 0.1, 0.05),
                new LearningRateSchedule.Exponential(2.4, 0.97, 0.05),
                new LearningRateSchedule.WarmRestarts(2, 2, 0.1),
                new LearningRateSchedule.Plateau(3, 0.1, 0.05),
                new LearningRateSchedule.Cosine(0.1),
                new LearningRateSchedule.Linear(0.1),
                new LearningRateSchedule.Polynomial(2, 0.1),
                new LearningRateSchedule.OneCycle(0.3, 0.01),
                new LearningRateSchedule.ConstantFrom(new LearningRateSchedule.Cosine(), 0.75, 0.5),
                new LearningRateSchedule.Cyclical(2, 0.1));
    }

    private static double[] factors(LearningRateSchedule schedule, LearningRateSchedule.Length run, long... steps) {
        return LongStream.of(steps)
                .mapToDouble(step -> schedule.factor(step, run))
                .toArray();
    }

    @Test
    void theCosineWarmsUpThenFalls() {
        assertThat(factors(new LearningRateSchedule.Cosine(), RUN, 0, 4, 54, 104))
                .containsExactly(0.2, 1, 0.5, 0);
        assertThat(new LearningRateSchedule.Constant().factor(99, RUN)).isEqualTo(1);
        assertThat(new LearningRateSchedule.Cosine(0.1).factor(54, RUN)).isEqualTo(0.55, within(1e-12));
    }

    @Test
    void fromAShareOfTheRunOnTheRateIsConstant() {
        var cosine = new LearningRateSchedule.Cosine();
        var schedule = new LearningRateSchedule.ConstantFrom(cosine, 0.5, 0.4);
        assertThat(factors(schedule, RUN, 0, 4, 51, 52, 103))
                .containsExactly(cosine.factor(0, RUN), 1, cosine.factor(51, RUN), 0.4, 0.4);
        var plateau = new LearningRateSchedule.ConstantFrom(new LearningRateSchedule.Plateau(3, 0.1, 0), 0.5, 0.4);
        assertThat(plateau.patience()).isEqualTo(3);
        assertThat(plateau.factor(51, RUN, 1)).isEqualTo(0.1);
        assertThat(plateau.factor(52, RUN, 1)).isEqualTo(0.4);
    }

    @Test
    void stepsFallAtTheirEpochsAndStopAtTheFloor() {
        assertThat(factors(new LearningRateSchedule.Step(3, 0.1, 0), NO_WARM_UP, 0, 29, 30, 59, 60, 99))
                .containsExactly(new double[] {1, 1, 0.1, 0.1, 0.01, 0.001}, within(1e-12));
        assertThat(new LearningRateSchedule.Step(3, 0.1, 0.05).factor(60, NO_WARM_UP))
                .isEqualTo(0.05);
        assertThat(new LearningRateSchedule.Step(3, 0.1, 0).factor(29, RUN)).isEqualTo(1);
        assertThat(new LearningRateSchedule.Step(3, 0.1, 0).factor(30, RUN)).isEqualTo(0.1, within(1e-12));
    }

    @Test
    void theRateFallsAtEachMilestoneAndNowhereElse() {
        var schedule = new LearningRateSchedule.Milestones(List.of(2.0, 5.5), 0.1, 0);
        assertThat(factors(schedule, NO_WARM_UP, 0, 19, 20, 54, 55, 99))
                .containsExactly(new double[] {1, 1, 0.1, 0.1, 0.01, 0.01}, within(1e-12));
        assertThat(factors(schedule, RUN, 19, 20)).containsExactly(new double[] {1, 0.1}, within(1e-12));
    }

    @Test
    void exponentialDecayFallsByGammaOverItsEpochs() {
        var schedule = new LearningRateSchedule.Exponential(2, 0.25, 0.1);
        assertThat(factors(schedule, NO_WARM_UP, 0, 10, 20, 99))
                .containsExactly(new double[] {1, 0.5, 0.25, 0.1}, within(1e-12));
    }

    @Test
    void theCosineStartsAgainAfterCyclesThatGrow() {
        var equal = new LearningRateSchedule.WarmRestarts(2, 1, 0);
        assertThat(factors(equal, NO_WARM_UP, 0, 10, 20, 30, 40))
                .containsExactly(new double[] {1, 0.5, 1, 0.5, 1}, within(1e-12));
        assertThat(equal.factor(19, NO_WARM_UP)).isLessThan(0.01);
        var growing = new LearningRateSchedule.WarmRestarts(1, 2, 0);
        assertThat(factors(growing, NO_WARM_UP, 0, 5, 10, 20, 30, 50, 70))
                .containsExactly(new double[] {1, 0.5, 1, 0.5, 1, 0.5, 1}, within(1e-9));
    }

    @Test
    void eachPlateauMultipliesByGammaDownToTheFloor() {
        var schedule = new LearningRateSchedule.Plateau(3, 0.1, 0.05);
        assertThat(schedule.factor(50, NO_WARM_UP, 0)).isEqualTo(1);
        assertThat(schedule.factor(50, NO_WARM_UP, 1)).isEqualTo(0.1, within(1e-12));
        assertThat(schedule.factor(50, NO_WARM_UP, 2)).isEqualTo(0.05);
        assertThat(schedule.patience()).isEqualTo(3);
        var other = new LearningRateSchedule.Cosine();
        assertThat(other.factor(50, NO_WARM_UP, 2)).isEqualTo(other.factor(50, NO_WARM_UP));
        assertThat(other.patience()).isZero();
    }

    @Test
    void milestonesAscend() {
        assertThatThrownBy(() -> new LearningRateSchedule.Milestones(List.of(3.0, 2.0), 0.1, 0))
                .hasMessageContaining("a milestone must be above 3.0, got 2.0");
    }

    @Test
    void linearAndPolynomialDecayEndAtTheFloor() {
        assertThat(factors(new LearningRateSchedule.Linear(0), NO_WARM_UP, 0, 50, 75, 100))
                .containsExactly(1, 0.5, 0.25, 0);
        assertThat(factors(new LearningRateSchedule.Polynomial(2, 0), NO_WARM_UP, 0, 50, 100))
                .containsExactly(1, 0.25, 0);
        assertThat(new LearningRateSchedule.Polynomial(2, 0.2).factor(50, NO_WARM_UP))
                .isEqualTo(0.4, within(1e-12));
    }

    @Test
    void oneCycleRisesThenFalls() {
        var schedule = new LearningRateSchedule.OneCycle(0.3, 0.01);
        assertThat(factors(schedule, NO_WARM_UP, 0, 15, 30, 65, 100))
                .containsExactly(new double[] {0.04, 0.52, 1, 0.505, 0.01}, within(1e-12));
    }

    @Test
    void cyclesGoUpAndDownAndNoStepIsLost() {
        var schedule = new LearningRateSchedule.Cyclical(2, 0);
        assertThat(factors(schedule, NO_WARM_UP, 0, 5, 9, 10, 19, 20))
                .containsExactly(new double[] {0.05, 0.55, 0.95, 0.95, 0.05, 0.05}, within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyScheduleWarmsUpToWhereItBeginsAndStaysWithinItsBounds(LearningRateSchedule schedule) {
        double begin = schedule.factor(4, RUN);
        for (int step = 0; step < 4; step++) {
            assertThat(schedule.factor(step, RUN)).isEqualTo(begin * (step + 1) / 5, within(1e-12));
        }
        for (int step = 0; step < 120; step++) {
            assertThat(schedule.factor(step, RUN)).isBetween(0.0, 1.0);
        }
    }

    @Test
    void invalidParametersAreErrors() {
        assertThatThrownBy(() -> new LearningRateSchedule.Step(0, 0.1, 0))
                .hasMessageContaining("must be above 0, got 0.0");
        assertThatThrownBy(() -> new LearningRateSchedule.Step(1, 1, 0)).hasMessageContaining("gamma");
        assertThatThrownBy(() -> new LearningRateSchedule.Cosine(1))
                .hasMessageContaining("the least factor must be at least 0");
        assertThatThrownBy(() -> new LearningRateSchedule.OneCycle(1, 0)).hasMessageContaining("share of the rise");
    }

    @Test
    void aTriangleRisesFromItsStartAndFallsToItsFloor() {
        var length = new LearningRateSchedule.Length(0, 10, 100);
        var triangle = new LearningRateSchedule.Triangle(0.2, 0.25, 0.07);
        assertThat(triangle.factor(0, length)).isEqualTo(0.2, within(1e-12));
        assertThat(triangle.factor(10, length)).isEqualTo(0.2 + 0.8 * 0.4, within(1e-12));
        assertThat(triangle.factor(25, length)).isEqualTo(1, within(1e-12));
        assertThat(triangle.factor(50, length)).isEqualTo(1 - 0.93 / 3, within(1e-12));
        assertThat(triangle.factor(100, length)).isEqualTo(0.07, within(1e-12));
    }
}
