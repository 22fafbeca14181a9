package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.measure.MeasuredPart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RigTest {
    private static final Path DATA = SmallTestData.of(600, 100);
    private static final List<String> DEFAULTS = List.of("model=mlp", "batch=64", "device=cpu", "workers=1");
    private static final Duration SHORT = Duration.ofMillis(60);

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder.resolve("runs"), DEFAULTS, settings);
    }

    @Test
    void eachPartIsMeasuredAloneInTurnWithoutARunFolder() {
        try (var rig = Rig.open(plan("mixup=0.2"))) {
            for (int round = 0; round < 2; round++) {
                for (var part : MeasuredPart.values()) {
                    var throughput = rig.measure(part, SHORT);
                    assertThat(throughput.part()).isEqualTo(part);
                    assertThat(throughput.images()).isPositive();
                    assertThat(throughput.seconds()).isBetween(0.05, 10.0);
                    assertThat(throughput.processorSeconds()).isPositive();
                }
            }
            assertThat(rig.model()).isEqualTo("mlp");
            assertThat(rig.batch()).isEqualTo(64);
            assertThat(rig.isOnGpu()).isFalse();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aMeasurementOfTheInputSaysWhatItsStagesDidInThatTime() {
        try (var rig = Rig.open(plan())) {
            rig.input(SHORT);
            var second = rig.input(SHORT);
            assertThat(second.feed().workers()).isEqualTo(1);
            assertThat(second.feed().stages()).isNotEmpty().allSatisfy(stage -> {
                assertThat(stage.elements()).isBetween(0L, 2 * second.images() + 2000);
                assertThat(stage.service()).isLessThan(Duration.ofSeconds(10));
            });
        }
    }

    @Test
    void theTimeOfEverythingIsBrokenDown() {
        try (var rig = Rig.open(plan())) {
            rig.everything(SHORT);
            var throughput = rig.everything(SHORT);
            assertThat(throughput.time().total()).isBetween(0.5 * throughput.seconds(), 1.5 * throughput.seconds());
        }
    }

    @Test
    void stepsOfHalfBatchesAndWithOtherThreadsCountTheirImages() {
        try (var rig = Rig.open(plan())) {
            assertThat(rig.stepsOfHalfBatches(SHORT).orElseThrow().images() % 32)
                    .isZero();
            assertThat(rig.stepsWithThreads(SHORT, 1).images() % 64).isZero();
            assertThat(rig.stepState().whyEager()).isPresent();
            assertThat(rig.kernelSeconds()).isEmpty();
        }
    }

    @Test
    void twoRigsAreMeasuredInTurnAndClosedInAnyOrder() {
        var first = Rig.open(plan());
        var second = first.with(plan("batch=32", "workers=2"));
        assertThat(first.everything(SHORT).images()).isPositive();
        assertThat(second.everything(SHORT).images()).isPositive();
        assertThat(first.steps(SHORT).images()).isPositive();
        first.close();
        assertThat(second.input(SHORT).images()).isPositive();
        second.close();
    }

    @Test
    void anEndlessMeasurementIsStoppedFromAnotherThread() throws Exception {
        try (var rig = Rig.open(plan());
                var thread = Executors.newSingleThreadScheduledExecutor()) {
            var stopping = thread.schedule(rig::stop, 100, TimeUnit.MILLISECONDS);
            assertThat(rig.everything(Duration.ofHours(1)).images()).isPositive();
            stopping.get();
        }
    }

    @Test
    void aLearningRateThatIsLeftOpenStaysOpen() {
        try (var rig = Rig.open(plan("lr=auto"))) {
            assertThat(rig.plan().learningRate().lr().isAuto()).isTrue();
        }
    }

    @Test
    void whatIsWrongWithAPlanIsThrownWhereItIsOpened() {
        assertThatThrownBy(() -> Rig.open(plan("batch=100000")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("batch 100000 is larger than the dataset");
    }
}
