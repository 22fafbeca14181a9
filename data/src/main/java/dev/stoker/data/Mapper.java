package dev.stoker.data;

/** A function of an element and of the worker that computes it. */
@FunctionalInterface
public interface Mapper<T, R> {
    R apply(T element, Worker worker);
}
