package dev.stoker.data.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Tunable;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Uses logical time: a batch takes as long as the test says. */
class AutoTunerTest {
    private static final int BATCH = 100;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final LogicalClock clock = new LogicalClock();
    private final PipelineMetrics metrics = new PipelineMetrics();
    private double waitingShare = 1;
    private double blocked;
    private double processors;

    private AutoTuner tuner(PipelineResources resources) {
        return new AutoTuner(resources, metrics, clock);
    }

    private static PipelineResources workers(int first, int most) {
        return PipelineResources.workers(first).withWorkers(new Tunable(first, most));
    }

    private void consume(AutoTuner tuner, int batches, DoubleSupplier secondsPerBatch) {
        for (int i = 0; i < batches; i++) {
            double seconds = secondsPerBatch.getAsDouble();
            clock.advance(seconds);
            clock.useProcessor(processors * seconds);
            tuner.consumed(BATCH, Math.round(waitingShare * seconds * 1e9), blocked, clock.nanos());
        }
    }

    @Test
    void workersGrowAsLongAsElementsComeFaster() {
        var tuner = tuner(workers(1, 16));
        consume(tuner, 200, () -> 0.4 / Math.min(6, tuner.workers()));
        assertThat(tuner.workers()).isEqualTo(6);
        assertThat(tuner.decisions())
                .hasSize(5)
                .first()
                .asString()
                .isEqualTo("workers 1 → 2: the consumer waited 100 % of the time with CPU to spare;"
                        + " now 100.0 %, 250 → 500 a second");
        assertThat(tuner.decisions().getLast()).startsWith("workers stay at 6: 9 were no faster (");
    }

    @Test
    void workersThatWereSettledGrowAgainWhenElementsComeMuchSlower() {
        var tuner = tuner(workers(1, 16));
        consume(tuner, 200, () -> 0.4 / Math.min(2, tuner.workers()));
        assertThat(tuner.workers()).isEqualTo(2);
        consume(tuner, 200, () -> 0.8 / Math.min(4, tuner.workers()));
        assertThat(tuner.workers()).isEqualTo(4);
    }

    @Test
    void workersDoNotGrowWhereTheProcessorIsBusy() {
        processors = 0.96 * CORES;
        var tuner = tuner(workers(1, 16));
        consume(tuner, 200, () -> 0.4);
        assertThat(tuner.decisions()).isEmpty();
        assertThat(tuner.workers()).isEqualTo(1);
    }

    @Test
    void nothingChangesWhereTheConsumerDoesNotWait() {
        waitingShare = 0.01;
        var tuner = tuner(PipelineResources.auto());
        int workers = tuner.workers();
        consume(tuner, 200, () -> 0.4);
        assertThat(tuner.decisions()).isEmpty();
        assertThat(tuner.workers()).isEqualTo(workers);
    }

    @Test
    void readersGrowWhereWorkersWaitForFiles() {
        var tuner = tuner(PipelineResources.workers(2).withReaders(new Tunable(0, 8)));
        consume(tuner, 100, () -> {
            metrics.finished(new TaskMetrics(
                    BATCH, 0, 1_000, 100, true, Map.of("files", new StageTime(StageStatistics.Kind.READ, BATCH, 600))));
            return 0.4 / (1 + Math.min(3, tuner.readers()));
        });
        assertThat(tuner.readers()).isEqualTo(3);
        assertThat(tuner.decisions().getFirst())
                .startsWith("readers 0 → 1: the consumer waited 100 % of the time while workers read files;");
    }

    @Test
    void moreIsComputedAheadWhereWorkersWaitForFreeSlots() {
        blocked = 0.5;
        var tuner = tuner(PipelineResources.workers(2).withPrefetch(new Tunable(4, 9)));
        consume(tuner, 100, () -> 1.0 / tuner.prefetch());
        assertThat(tuner.prefetch()).isEqualTo(9);
        assertThat(tuner.decisions().getFirst())
                .startsWith(
                        "prefetch 4 → 6: the consumer waited 100 % of the time while workers waited for free slots;");
    }

    /** An evaluation between two epochs says nothing about how fast elements come. */
    @Test
    void aPauseOfTheConsumerDoesNotCountAsSlowData() {
        var tuner = tuner(workers(1, 2));
        consume(tuner, 3, () -> 0.1);
        clock.advance(60);
        consume(tuner, 100, () -> 0.1 / tuner.workers());
        assertThat(tuner.decisions())
                .containsExactly("workers 1 → 2: the consumer waited 100 % of the time with CPU to spare;"
                        + " now 100.0 %, 1,000 → 2,000 a second");
    }

    @Test
    void numbersThatMemoryDoesNotAllowAreNotTriedAgain() {
        var tuner = tuner(workers(4, 16).withPrefetch(new Tunable(8, 32)));
        assertThat(tuner.lowerWorkers("no memory")).isTrue();
        tuner.limitPrefetch(5, "no memory");
        consume(tuner, 200, () -> 0.4 / tuner.workers());
        assertThat(tuner.workers()).isEqualTo(3);
        assertThat(tuner.prefetch()).isEqualTo(5);
        assertThat(tuner.decisions()).containsExactly("workers 4 → 3: no memory", "prefetch 8 → 5: no memory");
    }

    @Test
    void theLastWorkerStays() {
        assertThat(tuner(workers(1, 16)).lowerWorkers("no memory")).isFalse();
    }

    @Test
    void fixedNumbersStay() {
        var tuner = tuner(PipelineResources.workers(2));
        consume(tuner, 200, () -> 0.4);
        assertThat(tuner.workers()).isEqualTo(2);
        assertThat(tuner.decisions()).isEmpty();
    }
}
