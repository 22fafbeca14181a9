package dev.stoker.data.internal.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a stage in order: those that are being computed or wait for the consumer, and those that a state says
 * were consumed out of order. The lock of the pool guards it.
 */
final class TaskQueue<T> {
    /** What remains of the stage: inputs are counted from where the state was taken. */
    private final OneToMany<T> stage;

    private final Deque<ElementTask<T>> pending = new ArrayDeque<>();
    private final Deque<ElementTask<T>> already = new ArrayDeque<>();
    private long nextInput;
    private int givenOfNext;

    TaskQueue(OneToMany<T> stage, StateReader state) {
        givenOfNext = (int) state.next();
        for (long i = state.next(); i > 0; i--) {
            already.add(new ElementTask<>(state.next(), (int) state.next(), (int) state.next()));
        }
        this.stage = state.isFresh() ? stage : stage.resume(state);
    }

    OneToMany<T> stage() {
        return stage;
    }

    boolean isExhausted() {
        skipUsedUp();
        return nextInput >= stage.size();
    }

    /** Whether every task has been consumed. */
    boolean isDone() {
        return pending.isEmpty() && isExhausted();
    }

    /** The next task to compute; nothing if so many are pending that no more may start. */
    @Nullable
    ElementTask<T> claim(int ahead) {
        if (pending.size() >= ahead) {
            return null;
        }
        skipUsedUp();
        var task = next();
        nextInput += task.inputs();
        pending.addLast(task);
        return task;
    }

    /** The next task for the consumer, if it is computed: the first one, or any where order does not matter. */
    @Nullable
    ElementTask<T> ready(boolean ordered) {
        if (ordered) {
            var first = pending.peekFirst();
            return first != null && first.outputs() != null ? first : null;
        }
        return pending.stream()
                .filter(task -> task.outputs() != null)
                .findFirst()
                .orElse(null);
    }

    /** The consumer has been given every element of a task. */
    void remove(ElementTask<T> task) {
        if (pending.peekFirst() != task) {
            already.add(task);
        }
        task.useUp();
        pending.remove(task);
    }

    /**
     * Saves how many elements the first unfinished input has given, the later tasks that have given some, and the
     * position of that input.
     */
    void save(@Nullable ElementTask<T> current, StateWriter state) {
        var oldest = pending.peekFirst();
        long input = oldest == null ? nextInput : oldest.first();
        int given = oldest == null ? givenOfNext : oldest.emitted();
        if (oldest != null && oldest == current) {
            var outputs = Objects.requireNonNull(oldest.outputs());
            int done = outputs.inputsDone(oldest.emitted());
            input += done;
            given = outputs.emittedOfNext(oldest.emitted(), done);
        }
        var later = later(input, oldest);
        state.add(given).add(later.size());
        for (var task : later) {
            state.add(task.first() - input).add(task.inputs()).add(task.emitted());
        }
        stage.save(input, state);
    }

    private List<ElementTask<T>> later(long input, @Nullable ElementTask<T> oldest) {
        var later = new ArrayList<ElementTask<T>>();
        already.stream().filter(task -> task.first() >= input).forEach(later::add);
        pending.stream().filter(task -> task != oldest && task.emitted() > 0).forEach(later::add);
        return later;
    }

    /** Skips tasks that were consumed completely before the state was taken. */
    private void skipUsedUp() {
        for (var task = startingHere(); task != null && task.isUsedUp(); task = startingHere()) {
            nextInput += task.inputs();
        }
    }

    private @Nullable ElementTask<T> startingHere() {
        return already.stream()
                .filter(task -> task.first() == nextInput)
                .findFirst()
                .orElse(null);
    }

    /** The task that was partly consumed when the state was taken, or a new one up to the next that the state knows. */
    private ElementTask<T> next() {
        var known = startingHere();
        if (known != null) {
            already.remove(known);
            return new ElementTask<>(known.first(), known.inputs(), known.emitted());
        }
        long end = Math.min(stage.size() - nextInput, stage.perTask()) + nextInput;
        for (var task : already) {
            end = task.first() > nextInput ? Math.min(end, task.first()) : end;
        }
        int given = givenOfNext;
        givenOfNext = 0;
        return new ElementTask<>(nextInput, (int) (end - nextInput), given);
    }
}
