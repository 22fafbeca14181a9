package dev.stoker.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.lab.scaling.RankScaling;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BottleneckFinderTest {
    @Test
    void theSlowestPartIsTheBottleneckAndTheNextOneIsTheCeiling() {
        var input = TestMeasurements.gpu(900, 20_000, 3000, 880).verdict();
        assertThat(input.bottleneck()).isEqualTo(Bottleneck.INPUT);
        assertThat(input.ceiling()).isCloseTo(3000, within(1.0));
        assertThat(input.sentence())
                .isEqualTo("the input pipeline is the limit: alone it reaches 900 images/s, and training 880 images/s;"
                        + " the other parts would allow 3,000 images/s");
        var copy = TestMeasurements.gpu(9000, 2000, 3000, 1950).verdict();
        assertThat(copy.bottleneck()).isEqualTo(Bottleneck.COPY);
        assertThat(copy.ceiling()).isCloseTo(3000, within(1.0));
        var compute = TestMeasurements.gpu(9000, 20_000, 3000, 2950).verdict();
        assertThat(compute.bottleneck()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(compute.ceiling()).isCloseTo(9000, within(1.0));
    }

    @Test
    void aDeviceThatIsIdleBetweenKernelsIsLimitedByLaunches() {
        var eager = TestMeasurements.gpu(9000, 20_000, 1000, 980);
        var launch = eager.eager(OptionalDouble.of(0.04)).verdict();
        assertThat(launch.bottleneck()).isEqualTo(Bottleneck.LAUNCH);
        assertThat(launch.ceiling()).isCloseTo(2500, within(1.0));
        assertThat(launch.sentence()).contains("idle between kernels for 60 % of a step", "capture is off");
        assertThat(eager.eager(OptionalDouble.of(0.095)).verdict().bottleneck()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(eager.verdict().bottleneck()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void onACpuTheCoresThatPartsShareExplainAThroughputBelowTheSlowestPart() {
        var shared = TestMeasurements.cpu(1000, 1000, 640).verdict();
        assertThat(shared.bottleneck()).isIn(Bottleneck.INPUT, Bottleneck.COMPUTE);
        assertThat(TestMeasurements.cpu(1000, 1000, 400).verdict().bottleneck()).isEqualTo(Bottleneck.OTHER);
        assertThat(TestMeasurements.cpu(1000, 20_000, 950).verdict().bottleneck())
                .isEqualTo(Bottleneck.INPUT);
        assertThat(TestMeasurements.cpu(20_000, 1000, 950).verdict().bottleneck())
                .isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void gradientsThatTakeLongerThanAnyPartAreTheBottleneckOfSeveralRanks() {
        var measured = TestMeasurements.gpu(9000, 20_000, 3000, 2950).measurements();
        var slow = Diagnosis.of(measured.with(new RankScaling(4, 2950, 5900, 1800, 0.4, 0.05)));
        assertThat(slow.verdict().bottleneck()).isEqualTo(Bottleneck.COMMUNICATION);
        assertThat(slow.verdict().sentence())
                .isEqualTo("summing gradients is the limit: 4 ranks exchange those of 1,800 images/s for each of them,"
                        + " and one alone trains 2,950 images/s; together they reach 5,900 images/s, 50 % of 4"
                        + " times as much");
        assertThat(slow.fields()).containsKey("scaling");
        var hidden = Diagnosis.of(measured.with(new RankScaling(4, 2950, 11_500, 9000, 0.01, 0.01)));
        assertThat(hidden.verdict().bottleneck()).isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void whatNoPartExplainsIsOther() {
        var other = TestMeasurements.gpu(9000, 20_000, 3000, 1000).verdict();
        assertThat(other.bottleneck()).isEqualTo(Bottleneck.OTHER);
        assertThat(other.ceiling()).isCloseTo(3000, within(1.0));
    }
}
