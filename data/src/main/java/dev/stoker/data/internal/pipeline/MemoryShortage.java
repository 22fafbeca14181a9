package dev.stoker.data.internal.pipeline;

import dev.stoker.data.internal.tuning.AutoTuner;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What happens to a task that the memory budget has no room for: no other task starts, the other workers give up their
 * scratch, and then the task is executed once more, alone.
 */
final class MemoryShortage {
    private final PoolMonitor monitor;
    private final AutoTuner tuner;
    private final MemoryBudget memory;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private int waitingTasks;

    MemoryShortage(PoolMonitor monitor, AutoTuner tuner, MemoryBudget memory) {
        this.monitor = monitor;
        this.tuner = tuner;
        this.memory = memory;
    }

    /** Whether a task is waiting for memory, so that no other may start. Called with the lock held. */
    boolean isActive() {
        return waitingTasks > 0;
    }

    <P> int execute(TaskSource<P> source, P task, WorkerState worker) {
        try {
            return source.execute(task, worker);
        } catch (MemoryBudgetExceededException _) {
            worker.close();
            return executeAlone(source, task, worker);
        }
    }

    private <P> int executeAlone(TaskSource<P> source, P task, WorkerState worker) {
        begin();
        oneAtATime.lock();
        try {
            awaitFreeScratch();
            return source.execute(task, worker);
        } catch (MemoryBudgetExceededException again) {
            worker.close();
            throw again.asError();
        } finally {
            oneAtATime.unlock();
            end();
        }
    }

    private void begin() {
        monitor.lock();
        try {
            waitingTasks++;
            tuner.lowerWorkers("the memory budget of %s has no room for the scratch of more".formatted(memory.limit()));
            monitor.signal();
        } finally {
            monitor.unlock();
        }
    }

    private void awaitFreeScratch() {
        monitor.lock();
        try {
            monitor.awaitOrStop(() -> memory.scratch() == 0);
        } finally {
            monitor.unlock();
        }
    }

    private void end() {
        monitor.lock();
        try {
            waitingTasks--;
            monitor.signal();
        } finally {
            monitor.unlock();
        }
    }
}
