package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.data.DataState;
import dev.stoker.tensor.Device;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.TrainingMeter;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** On a simulated GPU, whose captured steps run operator by operator. */
class TrainingMeterTest {
    private static final Duration SHORT = Duration.ofMillis(10);
    private static final StripedImages DATA = new StripedImages(300, 32);

    private static TrainingSettings settings(StepSettings.Capture capture) {
        var step = StepSettings.builder(Precision.FP32)
                .mixing(new MixupCutmixSettings(0.4, 1))
                .averageDecay(0.9)
                .capture(capture)
                .build();
        return new TrainingSettings(
                2,
                new LearningRateSettings(0.02, new LearningRateSchedule.Cosine(), 0.5),
                new Optimizer.Settings.Sgd(0.9, 5e-4, true),
                step,
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
    }

    private static void measure(SimulatedDevice device, StepSettings.Capture capture, Consumer<TrainingMeter> work) {
        var phases = TrainingPhases.of(SmallResidualNet.of(DATA.shape(), 3), DATA, 2);
        try (var trainer = device.trainer(phases, settings(capture), Checkpoints.none(), List.of(), _ -> {});
                var meter = trainer.meter((memory, _) -> DATA.training(DataState.START, memory))) {
            work.accept(meter);
        }
    }

    @Test
    void stepsAreCapturedBeforeTheyAreMeasured() {
        measure(SimulatedDevice.gpu(), StepSettings.Capture.AUTO, meter -> {
            var steps = meter.steps(SHORT);
            assertThat(steps.part()).isEqualTo(MeasuredPart.STEPS);
            assertThat(steps.images())
                    .isPositive()
                    .satisfies(images -> assertThat(images % 32).isZero());
            assertThat(meter.stepState().captured()).isTrue();
            assertThat(meter.kernelSeconds().orElseThrow()).isPositive();
            var everything = meter.everything(SHORT);
            assertThat(everything.images()).isPositive();
            assertThat(everything.time().total()).isPositive();
        });
    }

    @Test
    void whatAnEagerStepWouldTakeWithoutGapsIsMeasuredOnAnotherOne() {
        measure(SimulatedDevice.gpu(), StepSettings.Capture.OFF, meter -> {
            meter.steps(SHORT);
            assertThat(meter.stepState().captured()).isFalse();
            assertThat(meter.kernelSeconds().orElseThrow()).isPositive();
            assertThat(meter.stepState().whyEager()).contains("capture is off");
            assertThat(meter.steps(SHORT).images()).isPositive();
        });
    }

    @Test
    void halfBatchesAreMeasuredInTurnWithFullOnes() {
        measure(SimulatedDevice.gpu(), StepSettings.Capture.AUTO, meter -> {
            for (int i = 0; i < 2; i++) {
                assertThat(meter.stepsOfHalfBatches(SHORT).orElseThrow().images() % 16)
                        .isZero();
                assertThat(meter.steps(SHORT).images() % 32).isZero();
                assertThat(meter.copies(SHORT).images()).isPositive();
                assertThat(meter.input(SHORT).images()).isPositive();
            }
        });
    }

    @Test
    void withoutMemoryForASecondStepHalfBatchesAreNotMeasured() {
        var full = new AtomicInteger();
        var device = SimulatedDevice.gpu(_ -> {
            if (full.get() > 0) {
                throw SimulatedDevice.outOfMemory();
            }
        });
        measure(device, StepSettings.Capture.OFF, meter -> {
            meter.steps(SHORT);
            full.set(1);
            assertThat(meter.kernelSeconds()).isEmpty();
            full.set(0);
            assertThat(meter.steps(SHORT).images()).isPositive();
        });
    }

    @Test
    void aMeterThatWasStoppedMeasuresOneBatch() {
        measure(SimulatedDevice.cpu(_ -> {}), StepSettings.Capture.AUTO, meter -> {
            meter.stop();
            assertThat(meter.steps(Duration.ofHours(1)).images()).isEqualTo(32);
            assertThat(meter.everything(Duration.ofHours(1)).images()).isPositive();
        });
    }
}
