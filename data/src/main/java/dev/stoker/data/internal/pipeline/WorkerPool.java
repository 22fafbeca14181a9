package dev.stoker.data.internal.pipeline;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.internal.tuning.AutoTuner;
import dev.stoker.data.internal.tuning.CpuBudget;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import dev.stoker.data.internal.tuning.TaskMetrics;
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
public final class WorkerPool<P> implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Looking at the clock costs about 100 ns for each stage and element, which must not matter. */
    private static final int TASKS_PER_TIMED_TASK = 8;

    private static final int LIGHT_TASKS_PER_TIMED_TASK = 512;
    private static final long LIGHT_NANOS = 2_000;

    /** What there is to do. All but the carrying out happens with the lock held. */
    public interface Work<P> {
        /** The next piece, if there is one and room for it. */
        @Nullable
        P claim();

        /** Whether no piece will come any more. */
        boolean isExhausted();

        /** Returns the number of elements (or inputs) it had; may be called again for the same piece where memory ran short. */
        int execute(P task, WorkerState worker);

        /** A piece is done: whoever waited for it may have it. */
        void finished(P task);

        /** What a trace calls a piece: its numbers are {@link #number} and that of the elements. */
        SpanKind kind();

        /** The batch of a piece, or another number that it is known by. */
        long number(P task);
    }

    private final String name;
    private final Work<P> work;
    private final CpuBudget cpu;
    private final MemoryBudget memory;
    private final PipelineMetrics metrics = new PipelineMetrics();
    private final AutoTuner tuner;
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

    public WorkerPool(String name, PipelineResources resources, MemoryBudget memory, Work<P> work) {
        this.name = name;
        this.work = work;
        this.memory = memory;
        cpu = new CpuBudget(resources.cpu());
        tuner = new AutoTuner(resources, metrics);
        trace = resources.trace();
        cpuMatters = cpu.isLimited() || resources.workers().isTuned();
    }

    /** Starts the threads that the tuner wants; those beyond its number wait and cost nothing. */
    public void start() {
        while (threads.size() < tuner.workers()) {
            int number = threads.size();
            var lane = trace.borrow("worker");
            threads.add(Thread.ofPlatform().name(name + "-" + number).daemon().start(() -> work(number, lane)));
        }
    }

    public AutoTuner tuner() {
        return tuner;
    }

    public PipelineMetrics metrics() {
        return metrics;
    }

    // ---- the consumer, and whoever changes what there is to do

    public void lock() {
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }

    /** Something may be possible now that was not before. Called with the lock held. */
    public void signal() {
        changed.signalAll();
    }

    /** Waits until the condition holds or everything stops. Called with the lock held. */
    public void awaitOrStop(BooleanSupplier condition) {
        while (!condition.getAsBoolean() && !stopped()) {
            changed.awaitUninterruptibly();
        }
    }

    /** Waits, with the lock held, and says how many nanoseconds; a failure of a thread surfaces here. */
    public long await(BooleanSupplier condition) {
        waitedForInput = 0;
        if (condition.getAsBoolean() && failure == null && !closed) {
            return 0;
        }
        long start = System.nanoTime();
        awaitOrStop(condition);
        waitedForInput = System.nanoTime() - start;
        metrics.waitedForInput(waitedForInput);
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
    public void took(int elements) {
        double blocked = Math.min(1, waitingForRoom / (double) tuner.workers());
        if (tuner.took(elements, waitedForInput, blocked, System.nanoTime())) {
            start();
            signal();
        }
    }

    public boolean stopped() {
        return closed || failure != null;
    }

    public void fail(Throwable thrown) {
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
                var worker = new WorkerState(memory)) {
            int untilTimed = 0;
            for (P task = next(number, worker); task != null; task = next(number, worker)) {
                worker.timed(untilTimed-- == 0);
                long start = System.nanoTime();
                long processor = cpuMatters ? THREADS.getCurrentThreadCpuTime() : 0;
                int elements = execute(task, worker);
                long used = cpuMatters ? THREADS.getCurrentThreadCpuTime() - processor : 0;
                long busy = System.nanoTime() - start;
                metrics.finished(new TaskMetrics(
                        elements, worker.takeBytes(), busy, used, worker.isTimed(), worker.takeTimes()));
                lane.record(work.kind(), start, start + busy, work.number(task), elements);
                if (worker.isTimed()) {
                    untilTimed = tasksUntilTimed(worker.timesTaken(), busy);
                }
                finished(task);
                pause(cpu.charge(used));
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private static int tasksUntilTimed(long times, long nanos) {
        boolean light = nanos < times * LIGHT_NANOS;
        return (light ? LIGHT_TASKS_PER_TIMED_TASK : TASKS_PER_TIMED_TASK) - 1;
    }

    private @Nullable P next(int number, WorkerState worker) {
        lock.lock();
        try {
            long start = 0;
            while (!stopped() && !work.isExhausted()) {
                boolean wanted = number < tuner.workers() && shortOfMemory == 0;
                P task = wanted ? work.claim() : null;
                if (task != null) {
                    metrics.waitedForOutput(start == 0 ? 0 : System.nanoTime() - start);
                    return task;
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

    private void finished(P task) {
        lock.lock();
        try {
            work.finished(task);
            signal();
        } finally {
            lock.unlock();
        }
    }

    private int execute(P task, WorkerState worker) {
        try {
            return work.execute(task, worker);
        } catch (MemoryBudgetExceededException _) {
            worker.close();
            return executeAlone(task, worker);
        }
    }

    /** Waits until the others have finished what they do and given up their scratch, and tries once more. */
    private int executeAlone(P task, WorkerState worker) {
        announceShortage();
        oneAtATime.lock();
        try {
            waitForMemory();
            return work.execute(task, worker);
        } catch (MemoryBudgetExceededException again) {
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
