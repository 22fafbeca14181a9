package dev.stoker.data;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.internal.tuning.MemoryBudget;
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
    public record StageTime(long elements, long nanos, boolean isReading) {
        public StageTime plus(StageTime other) {
            return new StageTime(elements + other.elements, nanos + other.nanos, isReading);
        }
    }

    private final SeededRandom draws = new SeededRandom(new Seed(0));
    private final IdentityHashMap<Object, AutoCloseable> scratch = new IdentityHashMap<>();
    private final MemoryTracker memory;
    private final MemoryBudget budget;
    private final Map<String, StageTime> times = new LinkedHashMap<>();
    private long epoch;
    private long index;
    private long bytes;
    private boolean timed;
    private long timesTaken;

    /** With a share in the memory of an iteration. */
    public Worker(MemoryBudget budget) {
        this.budget = budget;
        memory = budget.scratchAccount();
    }

    /** On the consumer's thread, which no budget limits. */
    public Worker() {
        this(MemoryBudget.unlimited());
    }

    public void at(long newEpoch, long newIndex) {
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
    public SeededRandom draws(Seed seed) {
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
    public MemoryTracker memory() {
        return memory;
    }

    /** Whether there is room for something that stays when the worker has gone. */
    public boolean tryReserve(long bytes) {
        return budget.tryTake(bytes);
    }

    public void releaseReserved(long bytes) {
        budget.giveBack(bytes);
    }

    /** Bytes were read from a file. */
    public void read(long count) {
        bytes += count;
    }

    // ---- time

    public void timed(boolean newTimed) {
        timed = newTimed;
        timesTaken = 0;
    }

    /** How often the time was taken in this piece of work. */
    public long timesTaken() {
        return timesTaken;
    }

    public boolean isTimed() {
        return timed;
    }

    /** The time at which a stage starts with an element, where that is wanted. */
    public long start() {
        return timed ? System.nanoTime() : 0;
    }

    /** A stage is done with an element. */
    public void done(String stage, long start) {
        if (timed) {
            add(stage, start, false);
        }
    }

    /** A source is done with an element. */
    public void doneReading(String stage, long start) {
        if (timed) {
            add(stage, start, true);
        }
    }

    private void add(String stage, long start, boolean isReading) {
        timesTaken++;
        times.merge(stage, new StageTime(1, System.nanoTime() - start, isReading), StageTime::plus);
    }

    /** What stages did since this was asked last. */
    public Map<String, StageTime> takeTimes() {
        if (times.isEmpty()) {
            return Map.of();
        }
        var taken = new LinkedHashMap<>(times);
        times.clear();
        return taken;
    }

    public long takeBytes() {
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
