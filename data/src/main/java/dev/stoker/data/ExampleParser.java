package dev.stoker.data;

import dev.stoker.data.example.ExampleRow;

/** Converts an example into an element; called by many workers at once. */
@FunctionalInterface
public interface ExampleParser<T> {
    /** The row is the worker's own and valid during the call only. */
    T parse(ExampleRow row, Worker worker);
}
