package dev.stoker.job.option;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A value that is given, or left for Stoker to choose; empty for {@code auto}. */
public record Auto<T>(Optional<T> value) {
    /** How a text asks for it. */
    static final String TEXT = "auto";

    public static <T> Auto<T> auto() {
        return new Auto<>(Optional.empty());
    }

    public static <T> Auto<T> of(T value) {
        return new Auto<>(Optional.of(value));
    }

    public boolean isAuto() {
        return value.isEmpty();
    }

    /** The value, or {@code automatic} where none is given. */
    public T orElse(T automatic) {
        return value.orElse(automatic);
    }

    /** The value; {@code automatic} is asked only where none is given. */
    public T orElseGet(Supplier<? extends T> automatic) {
        return value.orElseGet(automatic);
    }

    /** The value where it has been chosen already; to ask earlier is a bug. */
    public T chosen() {
        return value.orElseThrow(() -> new IllegalStateException("a value is still auto"));
    }

    /** Whether it is auto, or a value for which this holds. */
    public boolean isAutoOr(Predicate<? super T> valid) {
        return value.stream().allMatch(valid);
    }

    @Override
    public String toString() {
        return value.map(Object::toString).orElse(TEXT);
    }
}
