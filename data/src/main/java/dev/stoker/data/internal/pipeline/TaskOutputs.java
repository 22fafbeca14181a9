package dev.stoker.data.internal.pipeline;

import java.util.ArrayList;
import java.util.List;

/** What a task has computed, in order, with the input that each element came from. */
public final class TaskOutputs<T> {
    private final List<T> values = new ArrayList<>();
    private final List<Integer> endOfInput = new ArrayList<>();

    public void add(T value) {
        values.add(value);
    }

    /** The next element comes from the next input. */
    void endInput() {
        endOfInput.add(values.size());
    }

    public int size() {
        return values.size();
    }

    public T value(int number) {
        return values.get(number);
    }

    /** Inputs that are used up when the first {@code emitted} elements have been handed out. */
    int inputsDone(int emitted) {
        int done = 0;
        while (done < endOfInput.size() && endOfInput.get(done) <= emitted) {
            done++;
        }
        return done;
    }

    /** Elements of the first unfinished input that have been handed out already. */
    int emittedOfNext(int emitted, int inputsDone) {
        return inputsDone == 0 ? emitted : emitted - endOfInput.get(inputsDone - 1);
    }
}
