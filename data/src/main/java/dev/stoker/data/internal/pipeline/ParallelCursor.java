package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.trace.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes a stage on workers, some tasks ahead of the consumer. Workers take tasks in order and finish them in any
 * order; the consumer gets them in order, or as they are ready where order was given up.
 */
final class ParallelCursor<T> implements Cursor<T>, TaskSource<ParallelCursor.Task<T>> {
    /** A run of inputs and, once computed, what came of them. */
    static final class Task<T> {
        private final long first;
        private final int inputs;
        private int emitted;
        private long lastEpoch;
        private @Nullable TaskOutputs<T> computed;
        private @Nullable TaskOutputs<T> outputs;

        Task(long first, int inputs, int emitted) {
            this.first = first;
            this.inputs = inputs;
            this.emitted = emitted;
        }

        boolean isUsedUp() {
            return emitted == USED_UP;
        }
    }

    private static final int USED_UP = Integer.MAX_VALUE;
    private static final long UNKNOWN = -1;
    private static final SpanKind ELEMENTS = SpanKind.of("elements", "first", "elements");

    /** What is left to hand out: inputs are counted from where the state was taken. */
    private final OneToMany<T> stage;

    private final PipelineRun run;
    private final long epoch;
    private final WorkerPool<Task<T>> workerPool;

    private final Deque<Task<T>> pending = new ArrayDeque<>();
    private final Deque<Task<T>> already = new ArrayDeque<>();
    private long nextInput;

    private @Nullable Task<T> current;
    private int givenOfNext;
    private long lastGivingEpoch = UNKNOWN;
    private @Nullable T value;

    ParallelCursor(OneToMany<T> stage, PipelineRun run, long epoch, StateReader state) {
        this.run = run;
        this.epoch = epoch;
        givenOfNext = (int) state.next();
        for (long i = state.next(); i > 0; i--) {
            already.add(new Task<>(state.next(), (int) state.next(), (int) state.next()));
        }
        this.stage = state.isFresh() ? stage : stage.resume(state);
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
            var outputs = Objects.requireNonNull(current.outputs);
            if (current.emitted < outputs.size()) {
                value = outputs.value(current.emitted++);
                return true;
            }
            finish(current);
        }
    }

    /** Waits for the next task that is ready; nothing at the end. */
    private @Nullable Task<T> take() {
        workerPool.lock();
        try {
            workerPool.await(() -> ready() != null || (pending.isEmpty() && isExhausted()));
            return ready();
        } finally {
            workerPool.unlock();
        }
    }

    private @Nullable Task<T> ready() {
        if (run.ordered()) {
            var first = pending.peekFirst();
            return first != null && first.outputs != null ? first : null;
        }
        return pending.stream().filter(task -> task.outputs != null).findFirst().orElse(null);
    }

    /** Without an end, data of which nothing is left after filtering would be searched for ever. */
    private void refuseEmptyEpochs(Task<T> task) {
        if (Objects.requireNonNull(task.outputs).size() > 0 || lastGivingEpoch == UNKNOWN) {
            lastGivingEpoch = task.lastEpoch;
        } else if (task.lastEpoch > lastGivingEpoch + 1) {
            throw new StokerException("epoch %d has no element left after filtering; nor will the ones behind it"
                    .formatted(lastGivingEpoch + 1));
        }
    }

    /** The task's room is free for another one. */
    private void finish(Task<T> task) {
        refuseEmptyEpochs(task);
        workerPool.lock();
        try {
            if (pending.peekFirst() != task) {
                already.add(task);
            }
            task.emitted = USED_UP;
            pending.remove(task);
            current = null;
            workerPool.consumed(Objects.requireNonNull(task.outputs).size());
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

    /**
     * What the first input that is not used up has given already, tasks behind it that have given something, and the
     * place of that input.
     */
    @Override
    public void save(StateWriter state) {
        workerPool.lock();
        try {
            var oldest = pending.peekFirst();
            long input = oldest == null ? nextInput : oldest.first;
            int given = oldest == null ? givenOfNext : oldest.emitted;
            if (oldest != null && oldest == current) {
                var outputs = Objects.requireNonNull(oldest.outputs);
                int done = outputs.inputsDone(oldest.emitted);
                input += done;
                given = outputs.emittedOfNext(oldest.emitted, done);
            }
            var behind = behind(input, oldest);
            state.add(given).add(behind.size());
            for (var task : behind) {
                state.add(task.first - input).add(task.inputs).add(task.emitted);
            }
            stage.save(input, state);
        } finally {
            workerPool.unlock();
        }
    }

    private List<Task<T>> behind(long input, @Nullable Task<T> oldest) {
        var behind = new ArrayList<Task<T>>();
        already.stream().filter(task -> task.first >= input).forEach(behind::add);
        pending.stream().filter(task -> task != oldest && task.emitted > 0).forEach(behind::add);
        return behind;
    }

    @Override
    public void close() {
        workerPool.close();
        run.workerPools().left(workerPool);
    }

    // ---- the workers

    @Override
    public boolean isExhausted() {
        skipUsedUp();
        return nextInput >= stage.size();
    }

    @Override
    public @Nullable Task<T> claim() {
        if (pending.size() >= workerPool.tuner().ahead()) {
            return null;
        }
        skipUsedUp();
        var task = next();
        nextInput += task.inputs;
        pending.addLast(task);
        return task;
    }

    @Override
    public int execute(Task<T> task, WorkerState worker) {
        var outputs = new TaskOutputs<T>();
        for (int i = 0; i < task.inputs; i++) {
            try {
                worker.at(epoch, task.first + i);
                stage.at(epoch, task.first + i, worker, outputs);
            } catch (RuntimeException thrown) {
                throw ElementFailure.at(worker, thrown);
            }
            outputs.endInput();
        }
        task.lastEpoch = worker.epoch();
        task.computed = outputs;
        return task.inputs;
    }

    @Override
    public void finished(Task<T> task) {
        task.outputs = task.computed;
    }

    @Override
    public SpanKind kind() {
        return ELEMENTS;
    }

    @Override
    public long number(Task<T> task) {
        return task.first;
    }

    /** Tasks that were handed out whole before the state was taken. */
    private void skipUsedUp() {
        for (var task = startingHere(); task != null && task.isUsedUp(); task = startingHere()) {
            nextInput += task.inputs;
        }
    }

    private @Nullable Task<T> startingHere() {
        return already.stream()
                .filter(task -> task.first == nextInput)
                .findFirst()
                .orElse(null);
    }

    /** The task that the state left half given, or a new one up to the next that the state knows. */
    private Task<T> next() {
        var known = startingHere();
        if (known != null) {
            already.remove(known);
            return new Task<>(known.first, known.inputs, known.emitted);
        }
        long end = Math.min(stage.size() - nextInput, stage.perTask()) + nextInput;
        for (var task : already) {
            end = task.first > nextInput ? Math.min(end, task.first) : end;
        }
        int given = givenOfNext;
        givenOfNext = 0;
        return new Task<>(nextInput, (int) (end - nextInput), given);
    }
}
