package dev.stoker.data;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import java.util.IdentityHashMap;
import java.util.function.Supplier;

/** What one thread has to itself: where it is in the data, random numbers, and scratch that lives as long as it does. */
public final class Worker implements AutoCloseable {
    private final Draws draws = new Draws(new Seed(0));
    private final IdentityHashMap<Object, AutoCloseable> scratch = new IdentityHashMap<>();
    private long epoch;
    private long index;

    Worker() {}

    void at(long newEpoch, long newIndex) {
        epoch = newEpoch;
        index = newIndex;
    }

    public long epoch() {
        return epoch;
    }

    /** The element's index in the source or, behind a shuffle, its position there. */
    public long index() {
        return index;
    }

    /** Random numbers that depend on the seed, the epoch and the element alone. */
    public Draws draws(Seed seed) {
        draws.restart(seed, epoch * 0x9e3779b97f4a7c15L + index);
        return draws;
    }

    /** This worker's own thing for {@code owner}, made on first use and closed with the worker. */
    @SuppressWarnings("unchecked") // an owner always asks for the type it made
    public <S extends AutoCloseable> S scratch(Object owner, Supplier<S> maker) {
        return (S) scratch.computeIfAbsent(owner, _ -> maker.get());
    }

    @Override
    public void close() {
        for (var each : scratch.values()) {
            try {
                each.close();
            } catch (Exception failure) {
                throw new IllegalStateException("scratch of a worker cannot be closed", failure);
            }
        }
        scratch.clear();
    }
}
