package dev.stoker.data;

import java.util.ArrayList;
import java.util.List;

/** Collects the numbers that the parts of a chain need to continue. */
final class StateWriter {
    private final List<Long> numbers = new ArrayList<>();

    StateWriter add(long number) {
        numbers.add(number);
        return this;
    }

    DataState state() {
        return new DataState(numbers);
    }
}
