package dev.stoker.bench.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceActivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LayerActivitiesTest {
    private static final DeviceCeilings CEILINGS = new DeviceCeilings(1e12, OptionalDouble.of(100));

    private final List<DeviceActivity> done = new ArrayList<>();

    private final LayerActivities layers = new LayerActivities(() -> {
        var newest = List.copyOf(done);
        done.clear();
        return newest;
    });

    private void kernel(long micros) {
        done.add(new DeviceActivity("x", 0, 1_000 * micros, 7, OptionalLong.empty()));
    }

    private void pass() {
        kernel(9_000); // the step before
        layers.begin();
        layers.next("conv.weight");
        kernel(100);
        layers.next("bn.weight");
        layers.next("bn.bias");
        kernel(50);
        layers.next("fc.weight");
        kernel(30);
        layers.endLayer();
        kernel(70);
        layers.finished("fc.weight");
        kernel(200);
        kernel(300);
        layers.finished("bn.bias");
        layers.finished("bn.weight");
        layers.finished("conv.weight");
    }

    @Test
    void layersWithFinalGradientsAtTheSameTimeAreOneRowInTheOrderOfTheForwardPass() {
        pass();
        pass();
        var times = layers.times(2, Map.of(), CEILINGS);
        assertThat(times).extracting(LayerTime::layers).containsExactly(List.of("conv", "bn"), List.of("fc"));
        var first = times.getFirst();
        assertThat(first.kernels()).isEqualTo(4);
        assertThat(first.forward()).isCloseTo(0.15, within(1e-9));
        assertThat(first.backward()).isCloseTo(0.5, within(1e-9));
        assertThat(times.getLast().milliseconds()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void aRowIsComparedWithTheLeastTimeOfItsLayers() {
        pass();
        // 0.1 ms of bandwidth, and 0.2 ms of arithmetic where moving takes 0.05
        var traffic = Map.of("bn", new StepTraffic(1e8, 0), "conv", new StepTraffic(5e7, 2e10));
        var row = layers.times(1, traffic, CEILINGS).getFirst();
        var fields = row.fields(1, CEILINGS);
        assertThat(fields).containsEntry("layers", "conv, bn");
        assertThat(fields)
                .hasEntrySatisfying(
                        "share_of_roofline", share -> assertThat((double) share).isCloseTo(0.3 / 0.65, within(1e-9)));
        assertThat(fields)
                .hasEntrySatisfying(
                        "share_of_bandwidth",
                        share -> assertThat((double) share).isCloseTo(0.15 / 0.65, within(1e-9)));
    }

    @Test
    void layersOfOneBlockAreNamedByIt() {
        var row = new LayerTime(List.of("layer1.0.conv1", "layer1.0.bn1"), 1, 1, 1, 0, StepTraffic.NONE);
        assertThat(row.fields(1, CEILINGS)).containsEntry("layers", "layer1.0.{conv1, bn1}");
    }

    /** On the CPU with a kernel between any two questions: the tape of a real model asks at each layer. */
    @Test
    void everyLayerOfAModelIsInOneRow() {
        var model = ModelZoo.withDefaults("resnet8");
        try (var _ = TensorScope.open("test")) {
            var counted =
                    new LayerActivities(() -> List.of(new DeviceActivity("x", 0, 1_000, 7, OptionalLong.empty())));
            var pass = new LayerPass(model, 2, DataType.FLOAT32, Device.CPU);
            pass.run(GradientTapeFactory.withAutogradKernels(), counted);
            var traffic = StepTraffic.byLayer(model, 2, 4);
            var rows = counted.times(1, traffic, CEILINGS);
            assertThat(rows.stream().flatMap(row -> row.layers().stream()))
                    .containsExactlyInAnyOrderElementsOf(traffic.keySet());
        }
    }
}
