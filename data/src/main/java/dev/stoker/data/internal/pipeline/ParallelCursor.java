package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.trace.SpanKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes a stage on workers, some tasks ahead of the consumer. Workers claim tasks in order and finish them in any
 * order; the consumer gets them in order, or as they are ready where the order does not matter.
 */
final class ParallelCursor<T> implements Cursor<T>, TaskSource<ElementTask<T>> {
    private static final long UNKNOWN = -1;
    private static final SpanKind ELEMENTS = SpanKind.of("elements", "first", "elements");

    private final PipelineRun run;
    private final long epoch;
    private final OneToMany<T> stage;
    private final TaskQueue<T> tasks;
    private final WorkerPool<ElementTask<T>> workerPool;

    private @Nullable ElementTask<T> current;
    private long lastEpochWithElements = UNKNOWN;
    private @Nullable T value;

    ParallelCursor(OneToMany<T> stage, PipelineRun run, long epoch, StateReader state) {
        this.run = run;
        this.epoch = epoch;
        tasks = new TaskQueue<>(stage, state);
        this.stage = tasks.stage();
        workerPool = run.workerPool(this);
        workerPool.start();
    }

    // ---- the consumer

    @Override
    public boolean advance() {
        while (true) {
            if (current == null) {
                current = take();
                if (current == null) {
                    return false;
                }
            }
            var outputs = Objects.requireNonNull(current.outputs());
            int emitted = current.emitted();
            if (emitted < outputs.size()) {
                value = outputs.value(emitted);
                current.emitted(emitted + 1);
                return true;
            }
            finish(current);
        }
    }

    /** Waits for the next task that is ready; nothing at the end. */
    private @Nullable ElementTask<T> take() {
        workerPool.lock();
        try {
            workerPool.await(() -> tasks.ready(run.ordered()) != null || tasks.isDone());
            return tasks.ready(run.ordered());
        } finally {
            workerPool.unlock();
        }
    }

    /** If a filter rejects a whole epoch of an infinite dataset, it would search for ever. */
    private void refuseEmptyEpochs(ElementTask<T> task) {
        if (Objects.requireNonNull(task.outputs()).size() > 0 || lastEpochWithElements == UNKNOWN) {
            lastEpochWithElements = task.lastEpoch();
        } else if (task.lastEpoch() > lastEpochWithElements + 1) {
            throw new StokerException("epoch %d has no element left after filtering, and later epochs would have none"
                    .formatted(lastEpochWithElements + 1));
        }
    }

    /** Makes room for another task. */
    private void finish(ElementTask<T> task) {
        refuseEmptyEpochs(task);
        workerPool.lock();
        try {
            tasks.remove(task);
            current = null;
            workerPool.consumed(Objects.requireNonNull(task.outputs()).size());
            workerPool.signal();
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    @SuppressWarnings("NullAway") // set by advance, and T may itself be anything
    public T value() {
        return value;
    }

    @Override
    public void save(StateWriter state) {
        workerPool.lock();
        try {
            tasks.save(current, state);
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    public void close() {
        workerPool.close();
        run.workerPools().closed(workerPool);
    }

    // ---- the workers

    @Override
    public boolean isExhausted() {
        return tasks.isExhausted();
    }

    @Override
    public @Nullable ElementTask<T> claim() {
        return tasks.claim(workerPool.tuner().prefetch());
    }

    @Override
    public int execute(ElementTask<T> task, WorkerState worker) {
        var outputs = new TaskOutputs<T>();
        for (int i = 0; i < task.inputs(); i++) {
            try {
                worker.at(epoch, task.first() + i);
                stage.at(epoch, task.first() + i, worker, outputs);
            } catch (RuntimeException thrown) {
                throw ElementFailure.at(worker, thrown);
            }
            outputs.endInput();
        }
        task.computed(outputs, worker.epoch());
        return task.inputs();
    }

    @Override
    public void finished(ElementTask<T> task) {
        task.publish();
    }

    @Override
    public SpanKind kind() {
        return ELEMENTS;
    }

    @Override
    public long number(ElementTask<T> task) {
        return task.first();
    }
}
