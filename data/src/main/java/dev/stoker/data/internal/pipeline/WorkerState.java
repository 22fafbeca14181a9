package dev.stoker.data.internal.pipeline;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Worker;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.NearReads;
import dev.stoker.data.internal.tuning.StageTime;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The state of one worker thread: its position in the data, its random generator, its scratch and its timings. */
public final class WorkerState implements Worker, AutoCloseable {

    private final SeededRandom random = new SeededRandom(new Seed(0));
    private final IdentityHashMap<Object, AutoCloseable> scratch = new IdentityHashMap<>();
    private final MemoryTracker memory;
    private final MemoryBudget budget;
    private final Map<String, StageTime> times = new LinkedHashMap<>();
    private long epoch;
    private long index;
    private long repetition;
    private long bytes;
    private long nearElements;
    private long nearBytes;
    private boolean timed;
    private long timesTaken;
    private long decoding;

    /** A worker that shares the memory budget of an iteration. */
    public WorkerState(MemoryBudget budget) {
        this.budget = budget;
        memory = budget.scratchTracker();
    }

    /** The consumer's own thread, which has no memory budget. */
    public WorkerState() {
        this(MemoryBudget.unlimited());
    }

    public void at(long newEpoch, long newIndex) {
        epoch = newEpoch;
        index = newIndex;
        repetition = 0;
    }

    /** The present element came so often in this epoch before. */
    public void repeated(long times) {
        repetition = times;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long repetition() {
        return repetition;
    }

    @Override
    public SeededRandom random(Seed seed) {
        random.restart(seed, epoch * 0x9e3779b97f4a7c15L + repetition * 0xd1342543de82ef95L + index);
        return random;
    }

    @Override
    @SuppressWarnings("unchecked") // an owner always asks for the type it created
    public <S extends AutoCloseable> S scratch(Object owner, Supplier<S> maker) {
        return (S) scratch.computeIfAbsent(owner, _ -> maker.get());
    }

    @Override
    public MemoryTracker memory() {
        return memory;
    }

    /** Reserves memory for something that outlives the worker; false if the budget has no room for it. */
    public boolean tryReserve(long count) {
        return budget.tryTake(count);
    }

    public void releaseReserved(long count) {
        budget.giveBack(count);
    }

    @Override
    public void read(long count) {
        bytes += count;
    }

    @Override
    public void readNear(long count) {
        nearElements++;
        nearBytes += count;
    }

    // ---- time

    /** Starts a task, whose stages are timed or not. */
    public void timed(boolean newTimed) {
        timed = newTimed;
        timesTaken = 0;
    }

    /** How often the clock was read in this task. */
    public long timesTaken() {
        return timesTaken;
    }

    @Override
    public boolean isTimed() {
        return timed;
    }

    /** When a stage starts with an element; zero in tasks that are not timed. */
    public long start() {
        decoding = 0;
        return timed ? System.nanoTime() : 0;
    }

    /** A stage has finished an element. */
    public void done(String stage, long start) {
        if (timed) {
            add(stage, start, StageStatistics.Kind.TRANSFORM);
        }
    }

    /** A source has finished an element. */
    public void doneReading(String stage, long start) {
        if (timed) {
            add(stage, start, StageStatistics.Kind.READ);
        }
    }

    @Override
    public void decoded(long nanos) {
        decoding += nanos;
    }

    /** What a stage spent on decoding counts as a stage of its own. */
    private void add(String stage, long start, StageStatistics.Kind kind) {
        long nanos = System.nanoTime() - start;
        if (decoding > 0) {
            add("decode", StageStatistics.Kind.DECODE, decoding);
        }
        add(stage, kind, nanos - decoding);
        decoding = 0;
    }

    private void add(String stage, StageStatistics.Kind kind, long nanos) {
        timesTaken++;
        times.merge(stage, new StageTime(kind, 1, nanos), StageTime::plus);
    }

    /** The times of stages since the last call. */
    public Map<String, StageTime> takeTimes() {
        if (times.isEmpty()) {
            return Map.of();
        }
        var taken = new LinkedHashMap<>(times);
        times.clear();
        return taken;
    }

    /** The bytes that were read since the last call. */
    public long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** What came from the near cache since the last call. */
    public NearReads takeNear() {
        var taken = nearElements == 0 ? NearReads.NONE : new NearReads(nearElements, nearBytes);
        nearElements = 0;
        nearBytes = 0;
        return taken;
    }

    /** Closes all scratch; the worker can be used again afterwards. */
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
