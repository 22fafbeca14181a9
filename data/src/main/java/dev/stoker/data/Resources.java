package dev.stoker.data;

import dev.stoker.core.Bytes;

/**
 * What an iteration may use. Numbers of threads and of batches (or tasks) that are computed ahead may be left to be tuned
 * while it runs. The budgets are hard: {@code cpu} is seconds of processor time per second, which any number of threads
 * share, and {@code memory} is what slots, caches, read buffers and scratch may hold together.
 */
public record Resources(Tunable workers, Tunable ahead, Tunable readers, double cpu, Bytes memory) {
    private static final int LEAST_AHEAD = 4;
    private static final int MOST_AHEAD = 32;
    private static final int MOST_READERS = 32;
    private static final Bytes UNLIMITED = new Bytes(Long.MAX_VALUE);

    public Resources {
        Counts.atLeastOne("workers", workers.first());
        Counts.atLeastOne("batches ahead", ahead.first());
        if (!(cpu > 0)) {
            throw new IllegalArgumentException("the CPU budget must be above 0, got " + cpu);
        }
        if (memory.count() < 1) {
            throw new IllegalArgumentException("the memory budget must be above 0, got " + memory);
        }
    }

    /** Everything is tuned, within the budgets. */
    public static Resources of(double cpu, Bytes memory) {
        int first = Math.max(1, (int) Math.min(cpu, cores()));
        return new Resources(
                new Tunable(first, Math.max(16, 4 * first)),
                new Tunable(LEAST_AHEAD, MOST_AHEAD),
                new Tunable(0, MOST_READERS),
                cpu,
                memory);
    }

    /** Everything is tuned, with the whole machine to use. */
    public static Resources auto() {
        return of(cores(), UNLIMITED);
    }

    /** Fixed numbers. */
    public static Resources workers(int workers) {
        return new Resources(
                Tunable.fixed(workers), Tunable.fixed(2 * workers + 2), Tunable.fixed(0), cores(), UNLIMITED);
    }

    public Resources withWorkers(Tunable other) {
        return new Resources(other, ahead, readers, cpu, memory);
    }

    public Resources withAhead(Tunable other) {
        return new Resources(workers, other, readers, cpu, memory);
    }

    public Resources withReaders(Tunable other) {
        return new Resources(workers, ahead, other, cpu, memory);
    }

    /** With other budgets. */
    public Resources within(double otherCpu, Bytes otherMemory) {
        return new Resources(workers, ahead, readers, otherCpu, otherMemory);
    }

    boolean limitsCpu() {
        return cpu < cores();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }
}
