package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.LoopSettingsFixtures;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dropout, stochastic depth and running statistics are as if a block had been computed once. Parameters differ by rounding, which five
 * steps amplify: with fusing off a step without recomputation has no tape, and leaves of a tape add up gradients otherwise than
 * autograd alone. GradientTapeTest shows that the bits are those of a tape that keeps its activations.
 */
class RecomputedStepTest {
    private static final StripedImages DATA = new StripedImages(240, 24);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    private record Trained(List<float[]> parameters, List<byte[]> firstBuffers) {}

    private static Trained train(StepSettings settings) {
        var configuration = new StepRun.Configuration(Device.CPU, new Seed(7), 0.05);
        try (var run = StepRun.open(SmallResidualNet.deep(DATA.shape(), 3), DATA, SGD, settings, configuration);
                var _ = TensorScope.open("reading")) {
            var buffers = run.next().weights().buffers().values().stream()
                    .map(tensor -> tensor.toHost().toArray(ValueLayout.JAVA_BYTE))
                    .toList();
            var parameters = new ArrayList<float[]>();
            run.next(4)
                    .weights()
                    .parameters()
                    .values()
                    .forEach(tensor -> parameters.add(tensor.toHost().toArray(ValueLayout.JAVA_FLOAT)));
            return new Trained(parameters, buffers);
        }
    }

    private static double distance(Trained one, Trained other) {
        double most = 0;
        for (int i = 0; i < one.parameters.size(); i++) {
            for (int k = 0; k < one.parameters.get(i).length; k++) {
                most = Math.max(
                        most,
                        Math.abs(one.parameters.get(i)[k] - other.parameters.get(i)[k]));
            }
        }
        return most;
    }

    @ParameterizedTest
    @CsvSource({
        "FP32, 1, 0, 1e-4",
        "FP32, 3, 0, 1e-4",
        "FP32, 1, 0.1, 1e-4",
        "BF16, 1, 0, 5e-3",
        "BF16_WHOLE, 1, 0, 5e-3"
    })
    void theStepIsThatOfOneThatKeepsItsActivations(
            Precision precision, int microBatches, double ascent, double rounding) {
        var settings = StepSettings.builder(precision)
                .microBatches(microBatches)
                .ascent(ascent)
                .fusing(StepSettings.Fusing.OFF)
                .recompute(StepSettings.Recompute.NONE);
        var kept = train(settings.build());
        var recomputed = train(settings.recompute(StepSettings.Recompute.BLOCKS).build());
        assertThat(recomputed.firstBuffers).hasSizeGreaterThan(10).containsExactlyElementsOf(kept.firstBuffers);
        assertThat(distance(kept, recomputed)).isPositive().isLessThan(rounding);
        var other = train(settings.microBatches(microBatches + 1).build());
        assertThat(distance(kept, other)).isGreaterThan(2 * rounding);
    }

    /** A scope that stayed open would own every tensor that the thread makes from then on. */
    @Test
    void aModelWithoutBlocksIsRefusedBeforeAnythingIsAllocated() {
        var model = ModelZoo.model("cnn", DATA.shape(), 3);
        var settings = new TrainingSettings(
                1,
                new LearningRateSettings(0.05, new LearningRateSchedule.Constant(), 0),
                SGD,
                StepSettings.builder(Precision.FP32)
                        .recompute(StepSettings.Recompute.BLOCKS)
                        .build(),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(5, 100));
        assertThatThrownBy(() -> new Trainer(model, settings, DATA, Checkpoints.none(), List.of()))
                .isInstanceOf(StokerException.class)
                .hasMessage("recompute blocks is for models with two or more residual blocks or concatenated branches,"
                        + " which cnn has not; use recompute auto or none");
        assertThatThrownBy(() -> Tensor.zeros(DataType.FLOAT32, Device.CPU, 1))
                .hasMessageStartingWith("no TensorScope is open on this thread");
    }
}
