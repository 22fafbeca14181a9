package dev.stoker.lab.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.job.RigFacts.LayerLoad;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScalingReportTest {
    private static final Bytes BUCKET = Bytes.ofMebibytes(4);

    private static ScalingSettings settings(List<Integer> ranks, List<Bytes> buckets) {
        return new ScalingSettings(ranks, buckets, List.of(), List.of(), 60, 1, 0);
    }

    /** Of 3 s computing, and 1 s to send all weights, which are in the last layer. */
    private static ScalingReport report() {
        var measured = new ScalingMeasurement(
                settings(List.of(1, 2), List.of(BUCKET)),
                30,
                Map.of(
                        new ScalingMeasurement.Key(1, new Bytes(0)),
                        List.of(new ScalingSample(1, 10, 3, 0, 0)),
                        new ScalingMeasurement.Key(2, new Bytes(0)),
                        List.of(new ScalingSample(2, 15, 4, 1, 0)),
                        new ScalingMeasurement.Key(2, BUCKET),
                        List.of(new ScalingSample(2, 18.75, 3.2, 0.2, 0))));
        return ScalingReport.of(measured, List.of(new LayerLoad(0, 3), new LayerLoad(2_000_000, 1)), 4);
    }

    @Test
    void measuredAndPredictedStandSideBySide() {
        assertThat(report().markdown())
                .contains("| 2 | 4.0 MiB | 18.8 | 94 % | 6 % | 0 % | 15.0 | 1.25 | 100 % | +7 % |")
                .contains("Gradients of 8.0 MB at 8.0 MB/s between ranks. Predicted for more devices of this kind, with"
                        + " such links:");
        assertThat(String.valueOf(report().fields().get("predictions")))
                .contains("devices=8", "devices=64", "devices=512");
    }

    @Test
    void whatCannotBeMeasuredIsASentence() {
        assertThatThrownBy(() -> settings(List.of(0), List.of(BUCKET)))
                .isInstanceOf(StokerException.class)
                .hasMessage("ranks must be 1 or more, got [0]");
        assertThatThrownBy(() -> settings(List.of(2), List.of(new Bytes(0))))
                .hasMessageStartingWith("bucket sizes must be above 0");
        assertThatThrownBy(() -> ScalingSample.of(2, 64, List.of(), 0))
                .hasMessageStartingWith("the first epoch of 2 ranks has too few steps to be measured");
    }
}
