package dev.stoker.bench.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.trace.OperatorGroup;
import dev.stoker.tensor.cuda.DeviceActivity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepKernelsTest {
    private static DeviceActivity kernel(String name, long micros) {
        return new DeviceActivity(name, 1_000, 1_000 + 1_000 * micros, 7, OptionalLong.empty());
    }

    @Test
    void groupsAreSortedByTheirTimeInOneStep() {
        var recorded = List.of(
                kernel("statistics", 300),
                kernel("sm90_xmma_fprop_implicit_gemm_bf16", 500),
                kernel("nvjet_hsh_128x256", 400),
                kernel("spread", 100));
        var groups = StepKernels.groups(recorded, Map.of());
        assertThat(groups).extracting(GroupTime::group).containsExactly(OperatorGroup.CONVOLUTION, OperatorGroup.NORM);
        assertThat(groups.getFirst().milliseconds()).isCloseTo(0.09, within(1e-9));
        assertThat(groups.getLast().kernels()).isEqualTo(0.2);
    }

    @Test
    void aStepMultipliesThreeTimesAsOftenAsTheForwardPassButForTheFirstLayer() {
        var model = ModelZoo.withDefaults("resnet50");
        var traffic = Objects.requireNonNull(StepTraffic.byGroup(model, 4, 2).get(OperatorGroup.CONVOLUTION));
        double whole = 6.0 * 4 * ModelSummary.of(model).multiplyAdds();
        double stem = 2.0 * 4 * 64 * 112 * 112 * 3 * 49;
        assertThat(traffic.operations()).isCloseTo(whole - stem, within(1.0));
    }

    @Test
    void aBatchNormMovesEightTensors() {
        var model = ModelZoo.withDefaults("resnet50");
        var traffic = Objects.requireNonNull(StepTraffic.byGroup(model, 256, 2).get(OperatorGroup.NORM));
        // 11.1 million outputs of batch norms an image
        assertThat(traffic.bytes() / (8.0 * 256 * 2)).isBetween(11.0e6, 11.3e6);
    }

    @Test
    void aGroupIsComparedWithBandwidthAndPeak() {
        var group = new GroupTime(OperatorGroup.CONVOLUTION, 3, 2, new StepTraffic(4e9, 1e12));
        var fields = group.fields(8, new DeviceCeilings(4e12, OptionalDouble.of(1000)));
        assertThat(fields).containsEntry("share", 0.25).containsEntry("share_of_bandwidth", 0.5);
        assertThat(fields)
                .hasEntrySatisfying(
                        "teraflops", value -> assertThat((double) value).isCloseTo(500, within(1e-9)));
        assertThat(fields)
                .hasEntrySatisfying(
                        "share_of_peak", value -> assertThat((double) value).isCloseTo(0.5, within(1e-9)));
    }
}
