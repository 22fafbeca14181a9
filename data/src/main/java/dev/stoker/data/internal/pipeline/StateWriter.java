package dev.stoker.data.internal.pipeline;

import dev.stoker.data.DataState;
import java.util.ArrayList;
import java.util.List;

/** Collects the numbers that the parts of a chain need to continue. */
public final class StateWriter {
    private final List<Long> numbers = new ArrayList<>();

    public StateWriter add(long number) {
        numbers.add(number);
        return this;
    }

    public DataState state() {
        return new DataState(numbers);
    }
}
