package dev.stoker.lab.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.stoker.core.Bytes;
import dev.stoker.job.RigFacts.LayerLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingModelTest {
    /** A step of 3 s, of which backward is 2 s; weights are in the last of four layers, computed in a quarter of backward. */
    private static final List<LayerLoad> LAYERS =
            List.of(new LayerLoad(0, 1), new LayerLoad(0, 1), new LayerLoad(0, 1), new LayerLoad(1_000_000, 1));

    private static final Bytes AFTER = new Bytes(0);
    private static final Bytes SMALL = new Bytes(1000);

    private static ScalingModel model(Bytes bucket, double bandwidth, double latency) {
        return new ScalingModel(StepCost.of(3, 0, LAYERS, 4), new Link(bandwidth, latency), bucket);
    }

    @Test
    void whatIsSentAfterBackwardAddsToTheStep() {
        assertThat(model(AFTER, 4e6, 0).seconds(2)).isEqualTo(4);
        assertThat(model(AFTER, 4e6, 0).efficiency(2)).isEqualTo(0.75);
        assertThat(model(AFTER, 4e6, 0).seconds(1)).isEqualTo(3);
    }

    @Test
    void backwardHidesWhatIsSentWhileItComputesOthers() {
        assertThat(model(SMALL, 4e6, 0).exposed(2)).isZero();
        assertThat(model(SMALL, 2e6, 0).exposed(2)).isEqualTo(0.5); // 2 s, of which 1.5 s of backward are left
    }

    @Test
    void aRingOfManySendsTwiceWhatTwoSendAndWaitsForMessages() {
        assertThat(model(AFTER, 4e6, 0).exposed(512)).isCloseTo(2, offset(0.01));
        assertThat(model(AFTER, 4e6, 1e-3).exposed(512)).isCloseTo(2 + 2 * 511 * 1e-3, offset(0.01));
    }

    @Test
    void bucketsAreSentOneAfterAnother() {
        var layers = List.of(new LayerLoad(500_000, 1), new LayerLoad(500_000, 1));
        var model = new ScalingModel(StepCost.of(3, 0, layers, 4), new Link(1e6, 0), SMALL);
        assertThat(model.exposed(2)).isEqualTo(3); // the second waits 1 s for the first, and takes 2 s itself
    }

    @Test
    void theSlowestRankMakesAllOfThemWait() {
        var step = StepCost.of(3, 0.5, LAYERS, 4);
        assertThat(new ScalingModel(step, new Link(1e9, 0), SMALL).seconds(8)).isEqualTo(3.5);
    }

    @Test
    void theLinkIsThatWhichExplainsAMeasuredSum() {
        var link = Link.measured(4e6, 4, 0.5, 1e-3);
        assertThat(link.sum(4e6, 4)).isCloseTo(0.5, offset(1e-9));
        assertThat(link.latency()).isEqualTo(1e-3);
    }
}
