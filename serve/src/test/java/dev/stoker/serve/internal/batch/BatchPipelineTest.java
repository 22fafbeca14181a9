package dev.stoker.serve.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.serving.ServeSettings.Batching;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatchPipelineTest {
    private static final BatchPipeline.RowSizes SIZES = new BatchPipeline.RowSizes(Float.BYTES, 1, 1);
    private static final BatchListener NOBODY = new BatchListener() {
        @Override
        public void decoded(long nanos) {}

        @Override
        public void waited(long nanos) {}

        @Override
        public void ran(int rows, long nanos) {}
    };

    /** Doubles each row, when it is allowed to; remembers how many rows each batch had. */
    private static final class Doubling implements BatchFunction {
        private final Semaphore allowed;
        private final CountDownLatch begun = new CountDownLatch(1);
        private final ConcurrentLinkedQueue<Integer> batches = new ConcurrentLinkedQueue<>();

        Doubling(int allowed) {
            this.allowed = new Semaphore(allowed);
        }

        @Override
        public void run(MemorySegment rows, int count, MemorySegment results) {
            begun.countDown();
            allowed.acquireUninterruptibly();
            batches.add(count);
            for (int i = 0; i < count; i++) {
                results.setAtIndex(ValueLayout.JAVA_FLOAT, i, 2 * rows.getAtIndex(ValueLayout.JAVA_FLOAT, i));
            }
        }
    }

    private static Batching batching(int batch, int queue, Duration deadline) {
        return new Batching(batch, Duration.ofMillis(2), queue, deadline, 1, 1);
    }

    private static RowWriter row(float value) {
        return (row, _) -> row.set(ValueLayout.JAVA_FLOAT, 0, value);
    }

    private static float value(CompletableFuture<float[]> result) throws Exception {
        return result.get(10, TimeUnit.SECONDS)[0];
    }

    @Test
    void rowsThatArriveWhileASessionIsBusyAreOneBatch() throws Exception {
        var doubling = new Doubling(0);
        try (var pipeline =
                new BatchPipeline(batching(8, 64, Duration.ofSeconds(10)), SIZES, 2, List.of(doubling), NOBODY)) {
            var first = pipeline.submit(List.of(row(1)));
            doubling.begun.await();
            var results = new ArrayList<CompletableFuture<float[]>>();
            for (int i = 0; i < 12; i++) {
                results.addAll(pipeline.submit(List.of(row(i))));
            }
            while (pipeline.waiting() < 13) {
                Thread.onSpinWait();
            }
            Thread.sleep(100); // both workers have written what there is
            doubling.allowed.release(100);
            assertThat(value(first.getFirst())).isEqualTo(2);
            for (int i = 0; i < 12; i++) {
                assertThat(value(results.get(i))).isEqualTo(2 * i);
            }
            assertThat(doubling.batches).containsExactly(1, 8, 4);
        }
    }

    @Test
    void aRowThatCannotBeWrittenFailsAlone() throws Exception {
        try (var pipeline = new BatchPipeline(
                batching(8, 64, Duration.ofSeconds(10)), SIZES, 1, List.of(new Doubling(100)), NOBODY)) {
            var results = pipeline.submit(List.of(
                    row(1),
                    (_, _) -> {
                        throw RefusedException.invalid("planted");
                    },
                    row(3)));
            assertThat(value(results.get(0))).isEqualTo(2);
            assertThatThrownBy(() -> value(results.get(1)))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("planted");
            assertThat(value(results.get(2))).isEqualTo(6);
            while (pipeline.waiting() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aBatchThatFailsIsAnsweredAndTheNextOneIsComputed() throws Exception {
        var failing = new BatchFunction() {
            private int calls;

            @Override
            public void run(MemorySegment rows, int count, MemorySegment results) {
                if (calls++ == 0) {
                    throw new IllegalStateException("planted");
                }
                results.setAtIndex(ValueLayout.JAVA_FLOAT, 0, 7);
            }
        };
        try (var pipeline =
                new BatchPipeline(batching(1, 64, Duration.ofSeconds(10)), SIZES, 1, List.of(failing), NOBODY)) {
            assertThatThrownBy(() -> value(pipeline.submit(List.of(row(1))).getFirst()))
                    .hasMessageContaining("planted");
            assertThat(value(pipeline.submit(List.of(row(1))).getFirst())).isEqualTo(7);
        }
    }

    @Test
    void aFullQueueRefusesAndTakesRowsAgainWhenItIsEmpty() throws Exception {
        var doubling = new Doubling(0);
        try (var pipeline =
                new BatchPipeline(batching(2, 4, Duration.ofSeconds(10)), SIZES, 1, List.of(doubling), NOBODY)) {
            var results = pipeline.submit(List.of(row(1), row(2), row(3), row(4)));
            assertThatThrownBy(() -> pipeline.submit(List.of(row(5))))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.status()).isEqualTo(429));
            doubling.allowed.release(100);
            for (var result : results) {
                value(result);
            }
            while (pipeline.waiting() > 0) {
                Thread.onSpinWait();
            }
            assertThat(value(pipeline.submit(List.of(row(5))).getFirst())).isEqualTo(10);
        }
    }

    @Test
    void rowsWhoseDeadlinePassedAreNotComputed() throws Exception {
        var doubling = new Doubling(0);
        try (var pipeline =
                new BatchPipeline(batching(4, 64, Duration.ofMillis(50)), SIZES, 1, List.of(doubling), NOBODY)) {
            var first = pipeline.submit(List.of(row(1)));
            doubling.begun.await();
            var late = pipeline.submit(List.of(row(2), row(3)));
            Thread.sleep(100);
            doubling.allowed.release(100);
            assertThat(value(first.getFirst())).isEqualTo(2); // it was begun in time
            for (var result : late) {
                assertThatThrownBy(() -> value(result))
                        .cause()
                        .isInstanceOfSatisfying(
                                RefusedException.class,
                                refused -> assertThat(refused.status()).isEqualTo(504));
            }
            assertThat(doubling.batches).containsExactly(1);
        }
    }

    @Test
    void whatCannotBeAnsweredInTimeIsRefusedBeforeAnyWork() throws Exception {
        BatchFunction slow = (_, _, _) -> {
            try {
                Thread.sleep(30);
            } catch (InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        };
        try (var pipeline =
                new BatchPipeline(batching(1, 1_000, Duration.ofMillis(300)), SIZES, 1, List.of(slow), NOBODY)) {
            value(pipeline.submit(List.of(row(1))).getFirst()); // now it knows what a row takes
            var admitted = new ArrayList<CompletableFuture<float[]>>();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            admitted.addAll(pipeline.submit(List.of(row(i))));
                        }
                    })
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.status()).isEqualTo(503));
            assertThat(admitted).hasSizeBetween(3, 12);
        }
    }

    @Test
    void closingWaitsForWhatWasAdmitted() throws Exception {
        var doubling = new Doubling(100);
        var pipeline = new BatchPipeline(batching(4, 64, Duration.ofSeconds(10)), SIZES, 2, List.of(doubling), NOBODY);
        var results = pipeline.submit(List.of(row(1), row(2), row(3), row(4), row(5), row(6)));
        pipeline.close();
        for (var result : results) {
            assertThat(result).isCompleted();
        }
    }
}
