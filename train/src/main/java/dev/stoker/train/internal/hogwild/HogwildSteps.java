package dev.stoker.train.internal.hogwild;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.step.BatchSteps;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Steps on several threads at once, which read and update the same weights without locks (Hogwild!). Batches are given out in
 * their order, each to the thread that is free first, so an update may be based on weights that others have changed meanwhile,
 * and no two runs are the same. Whoever reads weights or metrics joins before.
 */
public final class HogwildSteps implements BatchSteps {
    private final List<HogwildThread> threads;
    private final BlockingQueue<HogwildThread> free;
    private final RunningMetrics metrics;
    private final StepTimer times;
    private @Nullable HogwildThread taken;
    private boolean closed;

    private HogwildSteps(
            List<HogwildThread> threads, BlockingQueue<HogwildThread> free, RunningMetrics metrics, StepTimer times) {
        this.threads = threads;
        this.free = free;
        this.metrics = metrics;
        this.times = times;
    }

    /** Starts so many threads; {@code metrics} are those of the run, to which the threads add theirs. */
    public static HogwildSteps start(
            int count, HogwildReplica.Factory replicas, RunningMetrics metrics, StepTimer times) {
        var free = new LinkedBlockingQueue<HogwildThread>();
        var threads = IntStream.range(0, count)
                .mapToObj(number -> new HogwildThread(number, replicas, free))
                .toList();
        var steps = new HogwildSteps(threads, free, metrics, times);
        threads.forEach(HogwildThread::start);
        try {
            steps.join(); // a replica that cannot be made fails here
            return steps;
        } catch (RuntimeException failure) {
            steps.close();
            throw failure;
        }
    }

    @Override
    public int take(BatchFeed feed) {
        long start = System.nanoTime();
        try (var batch = feed.next()) {
            times.batchArrived((System.nanoTime() - start) * 1e-9);
            times.begins();
            times.batchIsOnDevice();
            taken = nextFree();
            taken.replica().input().upload(batch);
            return batch.size();
        }
    }

    @Override
    public void run(StepContext context) {
        var thread = Objects.requireNonNull(taken);
        int size = thread.replica().input().size();
        if (size > 0) {
            metrics.count(size);
            thread.train(context);
        } else {
            free.add(thread);
        }
        taken = null;
        times.ends();
    }

    private HogwildThread nextFree() {
        try {
            var thread = free.take();
            if (thread.hasFailed()) {
                free.add(thread); // whoever asks again gets the same answer
                throw thread.failure();
            }
            return thread;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while threads trained", interruption);
        }
    }

    @Override
    public void prefetchNext(BatchFeed feed) {
        // Each thread has its own input, and copying within a CPU's memory takes no time worth hiding.
    }

    /** Also adds up the metrics of all threads. */
    @Override
    public void join() {
        if (closed) {
            return;
        }
        var idle = IntStream.range(0, threads.size()).mapToObj(_ -> nextFree()).toList();
        idle.forEach(thread -> metrics.take(thread.replica().metrics()));
        free.addAll(idle);
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(HogwildThread::end);
        threads.forEach(HogwildThread::join);
    }
}
