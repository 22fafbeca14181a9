package dev.stoker.data.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.DataState;
import dev.stoker.data.Dataset;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Tunable;
import dev.stoker.data.Worker;
import dev.stoker.data.internal.pipeline.TaskSource;
import dev.stoker.data.internal.pipeline.WorkerPool;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.source.IndexedSource;
import dev.stoker.data.internal.tuning.LogicalClock;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.StageTime;
import dev.stoker.data.internal.tuning.TaskMetrics;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReadAheadTest {
    private final LogicalClock clock = new LogicalClock();
    private final CountDownLatch warmed = new CountDownLatch(200);

    /** Workers of this pool have nothing to do: only its tuner matters. */
    private static final class NoTasks implements TaskSource<Long> {
        @Override
        public @Nullable Long claim() {
            return null;
        }

        @Override
        public boolean isExhausted() {
            return true;
        }

        @Override
        public int execute(Long task, WorkerState worker) {
            return 0;
        }

        @Override
        public void finished(Long task) {}

        @Override
        public SpanKind kind() {
            return SpanKind.of("task", "number", "elements");
        }

        @Override
        public long number(Long task) {
            return task;
        }
    }

    private final IndexedReader<Long> files = new IndexedReader<>() {
        @Override
        public Long read(long index, Worker worker) {
            return index;
        }

        @Override
        public void prefetch(long index, Worker worker) {
            warmed.countDown();
        }
    };

    /** The consumer waits for every batch, and the workers spend most of their time on reading. */
    private void consumeSlowFiles(WorkerPool<Long> pool) {
        pool.metrics()
                .finished(new TaskMetrics(
                        10, 0, 1_000, 100, true, Map.of("files", new StageTime(StageStatistics.Kind.READ, 10, 600))));
        clock.advance(0.4);
        pool.tuner().consumed(10, 400_000_000, 0, clock.nanos());
    }

    @Test
    void readersStartWhenTheTunerWantsThemAndReadTheRowsThatComeNext() throws InterruptedException {
        var loader = Dataset.range(200).rows(4, (index, _, _) -> index).batch(20);
        var elements = BatchElements.of(loader, new IndexedSource<>("files", 200, files), DataState.START);
        var resources = PipelineResources.workers(2).withReaders(new Tunable(0, 8));
        var budget = MemoryBudget.unlimited();
        var pool = new WorkerPool<>("tuned", resources, budget, new NoTasks(), clock);
        var readAhead = new ReadAhead<>(elements, pool, budget, Trace.OFF);
        try {
            readAhead.start(0);
            assertThat(threads()).isZero();
            while (pool.tuner().readers() == 0) {
                consumeSlowFiles(pool);
            }
            readAhead.start(0);
            assertThat(threads()).isEqualTo(1);
            warmed.await();
        } finally {
            pool.close();
            readAhead.close();
        }
        assertThat(threads()).isZero();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("read-"))
                .count();
    }
}
