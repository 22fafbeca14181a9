package dev.stoker.lab.doctor;

import static dev.stoker.lab.doctor.TestMeasurements.rate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.WhatIf.Resource;
import dev.stoker.train.measure.MeasuredPart;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WhatIfTest {
    @Test
    void workersScaleAnInputThatIsTheLimitUpToTheNextOne() {
        var gpu = TestMeasurements.gpu(1000, 20_000, 1700, 1000);
        assertThat(gpu.whatIf(Resource.WORKERS, 2)).isCloseTo(1700, within(1.0));
        assertThat(gpu.whatIf(Resource.WORKERS, 0.5)).isCloseTo(500, within(1.0));
        assertThat(gpu.whatIf(Resource.GPU, 2)).isCloseTo(1000, within(1.0));
        assertThat(gpu.whatIf(Resource.GPU, 0.5)).isCloseTo(850, within(1.0));
    }

    @Test
    void inputCpuLimitsTheCoresOfWorkers() {
        var limited = TestMeasurements.cpu(1000, 50_000, 1000)
                .withPlan(Plan.DEFAULTS.with("input-cpu", "1"))
                .whatIf(Resource.INPUT_CPU, 0.5);
        assertThat(limited).isCloseTo(500, within(10.0));
    }

    @Test
    void oneCoreIsSharedByInputAndSteps() {
        // An image takes 1 ms of a core in the input, and 2 ms of two cores, or 3 ms of one, in steps.
        var cpu = TestMeasurements.cpu(1000, 500, 2 / (0.001 + 0.004))
                .withHalves(rate(MeasuredPart.STEPS, 400, 2, 0), rate(MeasuredPart.STEPS, 1000 / 3.0, 1, 0));
        assertThat(cpu.whatIf(Resource.CORES, 0.5)).isCloseTo(1 / (0.001 + 0.003), within(1.0));
        assertThat(cpu.whatIf(Resource.CORES, 2)).isGreaterThan(500);
    }

    @Test
    void partsThatLeaveCoresFreeDoNotSlowEachOtherDown() {
        // One core each: the slower decides, and a second worker makes both compete for two cores.
        var steps = rate(MeasuredPart.STEPS, 5000, 1, 0);
        var cpu = TestMeasurements.cpu(1000, 5000, 1000).withSteps(steps);
        assertThat(cpu.whatIf(Resource.WORKERS, 2)).isBetween(1500.0, 2000.0);
        assertThat(cpu.whatIf(Resource.CORES, 0.5)).isCloseTo(1 / (0.001 + 0.0002), within(10.0));
    }

    @Test
    void aLargerBatchSharesWhatAStepCostsWhateverItsBatch() {
        // A step takes 20 ms and 0.8 ms for each of its 100 images.
        var gpu = TestMeasurements.gpu(50_000, 50_000, 1000, 1000)
                .withHalves(rate(MeasuredPart.STEPS, 50 / 0.06, 1, 0), rate(MeasuredPart.STEPS, 1000, 1, 0));
        assertThat(gpu.whatIf(Resource.BATCH, 2)).isCloseTo(200 / 0.18, within(1.0));
        assertThat(gpu.whatIf(Resource.BATCH, 0.5)).isCloseTo(50 / 0.06, within(1.0));
    }

    @Test
    void aFasterDiskShortensOnlyTheWaitForIt() {
        // An image takes 0.5 ms of a core, and its worker waits 0.5 ms for the disk.
        var input = rate(MeasuredPart.INPUT, 1000, 0.5, 1, 0.0006);
        var cpu = TestMeasurements.cpu(1000, 50_000, 1000).withInput(input);
        assertThat(cpu.whatIf(Resource.DISK, 2)).isCloseTo(1 / 0.00075, within(10.0));
        assertThat(cpu.whatIf(Resource.DISK, 0.5)).isCloseTo(1 / 0.0015, within(10.0));
    }

    @Test
    void aFasterGpuDoesNotHelpAHostThatCannotLaunchFastEnough() {
        var eager = TestMeasurements.gpu(50_000, 50_000, 1000, 1000).eager(OptionalDouble.of(0.03));
        assertThat(eager.whatIf(Resource.GPU, 2)).isCloseTo(1000, within(1.0));
        assertThat(eager.whatIf(Resource.GPU, 0.5)).isCloseTo(1000, within(1.0));
        var captured = TestMeasurements.gpu(50_000, 50_000, 1000, 1000);
        assertThat(captured.whatIf(Resource.GPU, 2)).isCloseTo(2000, within(1.0));
    }

    @Test
    void thereIsNoHalfOfOneWorkerAndNoGpuOnACpu() {
        assertThat(WhatIf.of(TestMeasurements.cpu(1000, 1000, 640).measurements()))
                .noneMatch(one -> one.resource() == Resource.GPU)
                .noneMatch(one -> one.resource() == Resource.WORKERS && one.factor() < 1)
                .noneMatch(one -> one.resource() == Resource.BATCH)
                .anyMatch(one -> one.resource() == Resource.CORES && one.factor() < 1);
    }
}
