package dev.stoker.data;

import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The position of an iteration: a few numbers, which can be stored as text and resumed from. */
public record DataState(List<Long> numbers) {
    public static final DataState START = new DataState(List.of());

    public DataState {
        numbers = List.copyOf(numbers);
    }

    public static DataState parse(String text) {
        try {
            return text.isEmpty()
                    ? START
                    : new DataState(Arrays.stream(text.split(" ", -1))
                            .map(Long::parseLong)
                            .toList());
        } catch (NumberFormatException _) {
            throw new StokerException("'%s' is not the state of a dataset: expected numbers".formatted(text));
        }
    }

    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
