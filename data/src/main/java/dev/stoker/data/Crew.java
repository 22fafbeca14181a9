package dev.stoker.data;

import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one iteration. They take pieces of work under one lock, which the consumer waits on too, and carry them
 * out without it. The crew grows and shrinks as the tuner says, keeps within the budgets, and hands the first failure of
 * a thread to the consumer.
 */
final class Crew<P> implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Looking at the clock costs about 100 ns for each stage and element, which must not matter. */
    private static final int PIECES_PER_TIMED_ONE = 8;

    private static final int LIGHT_PIECES_PER_TIMED_ONE = 512;
    private static final long LIGHT_NANOS = 2_000;

    /** What there is to do. All but the carrying out happens with the lock held. */
    interface Work<P> {
        /** The next piece, if there is one and room for it. */
        @Nullable
        P claim();

        /** Whether no piece will come any more. */
        boolean isExhausted();

        /** Returns the number of elements (or inputs) it had; may be called again for the same piece where memory ran short. */
        int carryOut(P piece, Worker worker);

        /** A piece is done: whoever waited for it may have it. */
        void finished(P piece);

        /** What a trace calls a piece: its numbers are {@link #number} and that of the elements. */
        SpanKind kind();

        /** The batch of a piece, or another number that it is known by. */
        long number(P piece);
    }

    private final String name;
    private final Work<P> work;
    private final CpuBudget cpu;
    private final MemoryBudget memory;
    private final Meters meters = new Meters();
    private final Tuner tuner;
    private final Trace trace;
    private final boolean cpuMatters;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final List<Thread> threads = new ArrayList<>();
    private int shortOfMemory;
    private int waitingForRoom;
    private long waitedForInput;
    private boolean closed;
    private @Nullable Throwable failure;

    Crew(String name, Resources resources, MemoryBudget memory, Work<P> work) {
        this.name = name;
        this.work = work;
        this.memory = memory;
        cpu = new CpuBudget(resources.cpu());
        tuner = new Tuner(resources, meters);
        trace = resources.trace();
        cpuMatters = resources.limitsCpu() || resources.workers().isTuned();
    }

    /** Starts the threads that the tuner wants; those beyond its number wait and cost nothing. */
    void start() {
        while (threads.size() < tuner.workers()) {
            int number = threads.size();
            var lane = trace.borrow("worker");
            threads.add(Thread.ofPlatform().name(name + "-" + number).daemon().start(() -> work(number, lane)));
        }
    }

    Tuner tuner() {
        return tuner;
    }

    Meters meters() {
        return meters;
    }

    // ---- the consumer, and whoever changes what there is to do

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Something may be possible now that was not before. Called with the lock held. */
    void signal() {
        changed.signalAll();
    }

    /** Waits until the condition holds or everything stops. Called with the lock held. */
    void awaitOrStop(BooleanSupplier condition) {
        while (!condition.getAsBoolean() && !stopped()) {
            changed.awaitUninterruptibly();
        }
    }

    /** Waits, with the lock held, and says how many nanoseconds; a failure of a thread surfaces here. */
    long await(BooleanSupplier condition) {
        waitedForInput = 0;
        if (condition.getAsBoolean() && failure == null && !closed) {
            return 0;
        }
        long start = System.nanoTime();
        awaitOrStop(condition);
        waitedForInput = System.nanoTime() - start;
        meters.waitedForInput(waitedForInput);
        rethrow();
        return waitedForInput;
    }

    private void rethrow() {
        if (failure != null) {
            throw Threads.rethrown(failure);
        }
        if (closed) {
            throw new IllegalStateException("this data is closed");
        }
    }

    /** The consumer got so many elements. Called with the lock held. */
    void took(int elements) {
        double roomless = Math.min(1, waitingForRoom / (double) tuner.workers());
        if (tuner.took(elements, waitedForInput, roomless, System.nanoTime())) {
            start();
            signal();
        }
    }

    boolean stopped() {
        return closed || failure != null;
    }

    void fail(Throwable thrown) {
        lock.lock();
        try {
            failure = failure == null ? thrown : failure;
            signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            signal();
        } finally {
            lock.unlock();
        }
        threads.forEach(Threads::join);
    }

    // ---- the threads

    private void work(int number, TraceLane lane) {
        try (lane;
                var worker = new Worker(memory)) {
            int untilTimed = 0;
            for (P piece = next(number, worker); piece != null; piece = next(number, worker)) {
                worker.timed(untilTimed-- == 0);
                long start = System.nanoTime();
                long processor = cpuMatters ? THREADS.getCurrentThreadCpuTime() : 0;
                int elements = carryOut(piece, worker);
                long used = cpuMatters ? THREADS.getCurrentThreadCpuTime() - processor : 0;
                long busy = System.nanoTime() - start;
                meters.finished(worker, elements, busy, used);
                lane.record(work.kind(), start, start + busy, work.number(piece), elements);
                if (worker.isTimed()) {
                    untilTimed = piecesUntilTimed(worker.timesTaken(), busy);
                }
                finished(piece);
                pause(cpu.charge(used));
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private static int piecesUntilTimed(long times, long nanos) {
        boolean light = nanos < times * LIGHT_NANOS;
        return (light ? LIGHT_PIECES_PER_TIMED_ONE : PIECES_PER_TIMED_ONE) - 1;
    }

    private @Nullable P next(int number, Worker worker) {
        lock.lock();
        try {
            long start = 0;
            while (!stopped() && !work.isExhausted()) {
                boolean wanted = number < tuner.workers() && shortOfMemory == 0;
                P piece = wanted ? work.claim() : null;
                if (piece != null) {
                    meters.waitedForRoom(start == 0 ? 0 : System.nanoTime() - start);
                    return piece;
                }
                if (!wanted) {
                    worker.close();
                    signal(); // somebody may wait for the memory
                }
                start = wanted && start == 0 ? System.nanoTime() : start;
                waitingForRoom += wanted ? 1 : 0;
                changed.awaitUninterruptibly();
                waitingForRoom -= wanted ? 1 : 0;
            }
            signal();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void finished(P piece) {
        lock.lock();
        try {
            work.finished(piece);
            signal();
        } finally {
            lock.unlock();
        }
    }

    private int carryOut(P piece, Worker worker) {
        try {
            return work.carryOut(piece, worker);
        } catch (NoRoomException _) {
            worker.close();
            return carryOutAlone(piece, worker);
        }
    }

    /** Waits until the others have finished what they do and given up their scratch, and tries once more. */
    private int carryOutAlone(P piece, Worker worker) {
        announceShortage();
        oneAtATime.lock();
        try {
            waitForMemory();
            return work.carryOut(piece, worker);
        } catch (NoRoomException again) {
            worker.close();
            throw again.asError();
        } finally {
            oneAtATime.unlock();
            enoughMemory();
        }
    }

    private void announceShortage() {
        lock.lock();
        try {
            shortOfMemory++;
            tuner.lowerWorkers("the memory budget of %s holds no scratch for more".formatted(memory.limit()));
            signal();
        } finally {
            lock.unlock();
        }
    }

    private void waitForMemory() {
        lock.lock();
        try {
            awaitOrStop(() -> memory.scratch() == 0);
        } finally {
            lock.unlock();
        }
    }

    private void enoughMemory() {
        lock.lock();
        try {
            shortOfMemory--;
            signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits, but no longer than until the crew is closed. */
    private void pause(long nanos) {
        if (nanos == 0) {
            return;
        }
        lock.lock();
        try {
            for (long left = nanos; left > 0 && !stopped(); ) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            fail(new IllegalStateException("a thread of the data was interrupted"));
        } finally {
            lock.unlock();
        }
    }
}
