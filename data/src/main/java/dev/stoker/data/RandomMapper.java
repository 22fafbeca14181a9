package dev.stoker.data;

import dev.stoker.core.random.SeededRandom;

/** A function of an element and of random numbers, such as an augmentation; called by many workers at once. */
@FunctionalInterface
public interface RandomMapper<T, R> {
    /** The generator is valid during the call only. */
    R apply(T element, SeededRandom random);
}
