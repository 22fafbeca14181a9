package dev.stoker.data;

import dev.stoker.core.Draws;
import dev.stoker.core.MemoryAccount;
import dev.stoker.core.Seed;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What one thread has to itself: where it is in the data, random numbers, scratch that lives as long as it does, and an
 * account of the memory and the time it uses.
 */
public final class Worker implements AutoCloseable {
    /** What a stage did within one piece of work. */
    record StageTime(long elements, long nanos, boolean isReading) {
        StageTime plus(StageTime other) {
            return new StageTime(elements + other.elements, nanos + other.nanos, isReading);
        }
    }

    private final Draws draws = new Draws(new Seed(0));
    private final IdentityHashMap<Object, AutoCloseable> scratch = new IdentityHashMap<>();
    private final MemoryAccount memory;
    private final MemoryBudget budget;
    private final Map<String, StageTime> times = new LinkedHashMap<>();
    private long epoch;
    private long index;
    private long bytes;
    private boolean timed;
    private long timesTaken;

    /** With a share in the memory of an iteration. */
    Worker(MemoryBudget budget) {
        this.budget = budget;
        memory = budget.scratchAccount();
    }

    /** On the consumer's thread, which no budget limits. */
    Worker() {
        this(MemoryBudget.unlimited());
    }

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

    /**
     * This worker's own thing for {@code owner}, made on first use. It is closed with the worker, or between two
     * elements where memory is short; then it is made anew.
     */
    @SuppressWarnings("unchecked") // an owner always asks for the type it made
    public <S extends AutoCloseable> S scratch(Object owner, Supplier<S> maker) {
        return (S) scratch.computeIfAbsent(owner, _ -> maker.get());
    }

    /** The account for memory outside the heap; it throws where the budget has no room, and the element is tried again. */
    public MemoryAccount memory() {
        return memory;
    }

    /** Whether there is room for something that stays when the worker has gone. */
    boolean tryKeep(long bytes) {
        return budget.tryTake(bytes);
    }

    void keepNoLonger(long bytes) {
        budget.giveBack(bytes);
    }

    /** Bytes were read from a file. */
    public void read(long count) {
        bytes += count;
    }

    // ---- time

    void timed(boolean newTimed) {
        timed = newTimed;
        timesTaken = 0;
    }

    /** How often the time was taken in this piece of work. */
    long timesTaken() {
        return timesTaken;
    }

    boolean isTimed() {
        return timed;
    }

    /** The time at which a stage starts with an element, where that is wanted. */
    long start() {
        return timed ? System.nanoTime() : 0;
    }

    /** A stage is done with an element. */
    void done(String stage, long start) {
        if (timed) {
            add(stage, start, false);
        }
    }

    /** A source is done with an element. */
    void doneReading(String stage, long start) {
        if (timed) {
            add(stage, start, true);
        }
    }

    private void add(String stage, long start, boolean isReading) {
        timesTaken++;
        times.merge(stage, new StageTime(1, System.nanoTime() - start, isReading), StageTime::plus);
    }

    /** What stages did since this was asked last. */
    Map<String, StageTime> takeTimes() {
        if (times.isEmpty()) {
            return Map.of();
        }
        var taken = new LinkedHashMap<>(times);
        times.clear();
        return taken;
    }

    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** Gives up all scratch. */
    @Override
    public void close() {
        var all = List.copyOf(scratch.values());
        scratch.clear();
        IllegalStateException problem = null;
        for (var each : all) {
            try {
                each.close();
            } catch (Exception failure) {
                problem = problem == null
                        ? new IllegalStateException("scratch of a worker cannot be closed", failure)
                        : problem;
            }
        }
        if (problem != null) {
            throw problem;
        }
    }
}
