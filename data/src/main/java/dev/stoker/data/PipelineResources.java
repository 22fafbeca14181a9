package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.telemetry.trace.Trace;

/**
 * What an iteration may use. Numbers of threads and of batches (or tasks) that are computed ahead may be left to be tuned
 * while it runs. The budgets are hard: {@code cpu} is seconds of processor time per second, which any number of threads
 * share, and {@code memory} is what slots, caches, read buffers and scratch may hold together. Threads record what
 * they do in the trace.
 */
public record PipelineResources(
        Tunable workers, Tunable ahead, Tunable readers, double cpu, Bytes memory, Trace trace) {
    private static final int LEAST_AHEAD = 4;
    private static final int MOST_AHEAD = 32;
    private static final int MOST_READERS = 32;
    private static final Bytes UNLIMITED = new Bytes(Long.MAX_VALUE);

    public PipelineResources {
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
    public static PipelineResources of(double cpu, Bytes memory) {
        int first = Math.max(1, (int) Math.min(cpu, cores()));
        return new PipelineResources(
                new Tunable(first, Math.max(16, 4 * first)),
                new Tunable(LEAST_AHEAD, MOST_AHEAD),
                new Tunable(0, MOST_READERS),
                cpu,
                memory,
                Trace.OFF);
    }

    /** Everything is tuned, with the whole machine to use. */
    public static PipelineResources auto() {
        return of(cores(), UNLIMITED);
    }

    /** Fixed numbers. */
    public static PipelineResources workers(int workers) {
        return new PipelineResources(
                Tunable.fixed(workers),
                Tunable.fixed(2 * workers + 2),
                Tunable.fixed(0),
                cores(),
                UNLIMITED,
                Trace.OFF);
    }

    public PipelineResources withWorkers(Tunable other) {
        return new PipelineResources(other, ahead, readers, cpu, memory, trace);
    }

    public PipelineResources withAhead(Tunable other) {
        return new PipelineResources(workers, other, readers, cpu, memory, trace);
    }

    public PipelineResources withReaders(Tunable other) {
        return new PipelineResources(workers, ahead, other, cpu, memory, trace);
    }

    /** With other budgets. */
    public PipelineResources within(double otherCpu, Bytes otherMemory) {
        return new PipelineResources(workers, ahead, readers, otherCpu, otherMemory, trace);
    }

    /** With a trace of what each thread does. */
    public PipelineResources withTrace(Trace other) {
        return new PipelineResources(workers, ahead, readers, cpu, memory, other);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }
}
