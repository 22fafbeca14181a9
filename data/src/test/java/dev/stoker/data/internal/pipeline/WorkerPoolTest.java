package dev.stoker.data.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.data.internal.tuning.LogicalClock;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.telemetry.trace.SpanKind;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerPoolTest {
    private static final int AHEAD = 100;

    private final LogicalClock clock = new LogicalClock();

    /** Endless tasks that do nothing; the test sees which threads execute them. */
    private static final class EmptyTasks implements TaskSource<Long> {
        private final Set<String> threads = ConcurrentHashMap.newKeySet();
        private long claimed;
        private long finished;
        private long consumed;

        @Override
        public @Nullable Long claim() {
            return claimed < consumed + AHEAD ? claimed++ : null;
        }

        @Override
        public boolean isExhausted() {
            return false;
        }

        @Override
        public int execute(Long task, WorkerState worker) {
            threads.add(Thread.currentThread().getName());
            return 1;
        }

        @Override
        public void finished(Long task) {
            finished++;
        }

        @Override
        public SpanKind kind() {
            return SpanKind.of("task", "number", "elements");
        }

        @Override
        public long number(Long task) {
            return task;
        }
    }

    /** Takes a task, for which the consumer waits in logical time only. */
    private void consume(WorkerPool<Long> pool, EmptyTasks tasks, double seconds) {
        pool.lock();
        try {
            boolean[] asked = {false};
            pool.await(() -> {
                if (!asked[0]) {
                    asked[0] = true;
                    return false;
                }
                if (tasks.finished > tasks.consumed) {
                    clock.advance(seconds);
                    return true;
                }
                return false;
            });
            tasks.consumed++;
            pool.consumed(1);
            pool.signal();
        } finally {
            pool.unlock();
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("pool-test-"))
                .count();
    }

    @Test
    void threadsAreStartedAsTheTunerDecidesAndStopWhenThePoolIsClosed() {
        var tasks = new EmptyTasks();
        var resources = PipelineResources.workers(1).withWorkers(new Tunable(1, 4));
        var pool = new WorkerPool<>("pool-test", resources, MemoryBudget.unlimited(), tasks, clock);
        try (pool) {
            pool.start();
            while (tasks.threads.size() < 4) {
                consume(pool, tasks, 200.0 / pool.tuner().workers());
            }
            assertThat(threads()).isEqualTo(4);
            assertThat(pool.tuner().decisions().getFirst())
                    .startsWith("workers 1 → 2: the consumer waited 100 % of the time with CPU to spare;");
        }
        assertThat(threads()).isZero();
    }
}
