package dev.stoker.data.internal.pipeline;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.internal.tuning.AutoTuner;
import dev.stoker.data.internal.tuning.CpuBudget;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import dev.stoker.data.internal.tuning.TaskMetrics;
import dev.stoker.data.internal.tuning.TuningClock;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The worker threads of one iteration. They claim tasks under one lock, which the consumer waits on too, and execute
 * them without it. The pool grows and shrinks as the tuner decides, stays within the budgets, and passes the first
 * failure of a thread to the consumer.
 */
public final class WorkerPool<P> implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Reading the clock costs about 100 ns per stage and element, so only some tasks are timed. */
    private static final int TASKS_PER_TIMED_TASK = 8;

    private static final int LIGHT_TASKS_PER_TIMED_TASK = 512;
    private static final long LIGHT_NANOS = 2_000;

    private final String name;
    private final TaskSource<P> source;
    private final TuningClock clock;
    private final CpuBudget cpu;
    private final MemoryBudget memory;
    private final PipelineMetrics metrics = new PipelineMetrics();
    private final AutoTuner tuner;
    private final Trace trace;
    private final boolean cpuMatters;
    private final boolean timed;
    private final PoolMonitor monitor = new PoolMonitor();
    private final MemoryShortage shortage;
    private final List<Thread> threads = new ArrayList<>();
    private int waitingForOutput;
    private long waitedForInput;

    public WorkerPool(String name, PipelineResources resources, MemoryBudget memory, TaskSource<P> source) {
        this(name, resources, memory, source, TuningClock.SYSTEM);
    }

    /** With clocks other than those of the system. */
    public WorkerPool(
            String name, PipelineResources resources, MemoryBudget memory, TaskSource<P> source, TuningClock clock) {
        this.name = name;
        this.source = source;
        this.memory = memory;
        this.clock = clock;
        cpu = new CpuBudget(resources.cpu(), clock);
        tuner = new AutoTuner(resources, metrics, clock);
        shortage = new MemoryShortage(monitor, tuner, memory);
        trace = resources.trace();
        timed = resources.timed();
        cpuMatters = cpu.isLimited() || resources.workers().isTuned();
    }

    /** Starts as many threads as the tuner wants; when it wants fewer, the others wait and cost nothing. */
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

    // ---- the consumer, and threads that change which tasks there are

    public void lock() {
        monitor.lock();
    }

    public void unlock() {
        monitor.unlock();
    }

    /** Wakes every waiting thread to check its condition again. Called with the lock held. */
    public void signal() {
        monitor.signal();
    }

    /** Waits until the condition holds or the pool stops. Called with the lock held. */
    public void awaitOrStop(BooleanSupplier condition) {
        monitor.awaitOrStop(condition);
    }

    /** Waits, with the lock held, and returns for how many nanoseconds; throws the failure of a thread. */
    public long await(BooleanSupplier condition) {
        waitedForInput = 0;
        if (condition.getAsBoolean() && !stopped()) {
            return 0;
        }
        long start = clock.nanos();
        awaitOrStop(condition);
        waitedForInput = clock.nanos() - start;
        metrics.waitedForInput(waitedForInput);
        monitor.rethrow();
        return waitedForInput;
    }

    /** The consumer has taken so many elements. Called with the lock held. */
    public void consumed(int elements) {
        double blocked = Math.min(1, waitingForOutput / (double) tuner.workers());
        if (tuner.consumed(elements, waitedForInput, blocked, clock.nanos())) {
            start();
            signal();
        }
    }

    public boolean stopped() {
        return monitor.stopped();
    }

    public void fail(Throwable thrown) {
        monitor.fail(thrown);
    }

    /** Threads take no more tasks; they may still be busy with one. */
    public void stop() {
        monitor.close();
    }

    @Override
    public void close() {
        stop();
        threads.forEach(Threads::join);
    }

    // ---- the threads

    private void work(int number, TraceLane lane) {
        try (lane;
                var worker = new WorkerState(memory)) {
            int untilTimed = 0;
            boolean first = true;
            for (P task = next(number, worker); task != null; task = next(number, worker)) {
                worker.timed(timed && untilTimed-- == 0);
                long busy = execute(task, first, worker, lane);
                if (worker.isTimed()) {
                    untilTimed = first ? 0 : tasksUntilTimed(worker.timesTaken(), busy);
                }
                first = false;
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    /** Executes and counts a task, then waits as long as the CPU budget demands; returns the nanoseconds it took. */
    private long execute(P task, boolean first, WorkerState worker, TraceLane lane) {
        long start = System.nanoTime();
        long processor = cpuMatters ? THREADS.getCurrentThreadCpuTime() : 0;
        int elements = shortage.execute(source, task, worker);
        long used = cpuMatters ? THREADS.getCurrentThreadCpuTime() - processor : 0;
        long busy = System.nanoTime() - start;
        metrics.finished(
                new TaskMetrics(elements, worker.takeBytes(), busy, used, worker.isTimed(), first, worker.takeTimes()));
        metrics.near(worker.takeNear());
        lane.record(source.kind(), start, start + busy, source.number(task), elements);
        finished(task);
        monitor.pause(cpu.charge(used));
        return busy;
    }

    private static int tasksUntilTimed(long times, long nanos) {
        boolean light = nanos < times * LIGHT_NANOS;
        return (light ? LIGHT_TASKS_PER_TIMED_TASK : TASKS_PER_TIMED_TASK) - 1;
    }

    private @Nullable P next(int number, WorkerState worker) {
        lock();
        try {
            long start = 0;
            while (!stopped() && !source.isExhausted()) {
                boolean wanted = number < tuner.workers() && !shortage.isActive();
                P task = wanted ? source.claim() : null;
                if (task != null) {
                    metrics.waitedForOutput(start == 0 ? 0 : System.nanoTime() - start);
                    return task;
                }
                if (!wanted) {
                    worker.close();
                    signal(); // another worker may wait for the memory
                }
                start = wanted && start == 0 ? System.nanoTime() : start;
                waitingForOutput += wanted ? 1 : 0;
                monitor.awaitSignal();
                waitingForOutput -= wanted ? 1 : 0;
            }
            signal();
            return null;
        } finally {
            unlock();
        }
    }

    private void finished(P task) {
        lock();
        try {
            source.finished(task);
            signal();
        } finally {
            unlock();
        }
    }
}
