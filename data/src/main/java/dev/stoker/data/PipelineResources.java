package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.telemetry.trace.Trace;
import java.util.function.Consumer;

/**
 * The threads and memory of an iteration. The number of threads and of prefetched batches (or tasks) may be tuned while it
 * runs. The budgets are hard: {@code cpu} is seconds of processor time per second, which any number of threads share, and
 * {@code memory} limits batch slots, caches, read buffers and scratch together. Threads record what they do in the trace.
 *
 * @param skipped is told what is wrong with each corrupt element that a feed skips, once, by the thread that found it
 * @param timed whether the stages of some tasks are timed, for statistics and the choice of readers
 */
public record PipelineResources(
        Tunable workers,
        Tunable prefetch,
        Tunable readers,
        double cpu,
        Bytes memory,
        Trace trace,
        Consumer<String> skipped,
        boolean timed) {
    private static final int MIN_PREFETCH = 4;
    private static final int MAX_PREFETCH = 32;
    private static final int MAX_READERS = 32;
    private static final Bytes UNLIMITED = new Bytes(Long.MAX_VALUE);

    public PipelineResources {
        Counts.atLeastOne("workers", workers.initial());
        Counts.atLeastOne("prefetched batches", prefetch.initial());
        if (!(cpu > 0)) {
            throw new IllegalArgumentException("the CPU budget must be above 0, got " + cpu);
        }
        if (memory.count() < 1) {
            throw new IllegalArgumentException("the memory budget must be above 0, got " + memory);
        }
    }

    /** Everything is tuned, within the budgets. */
    public static PipelineResources of(double cpu, Bytes memory) {
        int initial = Math.max(1, (int) Math.min(cpu, CoreShare.cores()));
        return new PipelineResources(
                new Tunable(initial, Math.max(16, 4 * initial)),
                new Tunable(MIN_PREFETCH, MAX_PREFETCH),
                new Tunable(0, MAX_READERS),
                cpu,
                memory,
                Trace.OFF,
                PipelineResources::ignore,
                true);
    }

    /** Everything is tuned, within the whole machine. */
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
                Trace.OFF,
                PipelineResources::ignore,
                true);
    }

    public PipelineResources withWorkers(Tunable other) {
        return new PipelineResources(other, prefetch, readers, cpu, memory, trace, skipped, timed);
    }

    public PipelineResources withPrefetch(Tunable other) {
        return new PipelineResources(workers, other, readers, cpu, memory, trace, skipped, timed);
    }

    public PipelineResources withReaders(Tunable other) {
        return new PipelineResources(workers, prefetch, other, cpu, memory, trace, skipped, timed);
    }

    /** With other budgets. */
    public PipelineResources within(double otherCpu, Bytes otherMemory) {
        return new PipelineResources(workers, prefetch, readers, otherCpu, otherMemory, trace, skipped, timed);
    }

    /** With a trace of what each thread does. */
    public PipelineResources withTrace(Trace other) {
        return new PipelineResources(workers, prefetch, readers, cpu, memory, other, skipped, timed);
    }

    /** With somebody who is told of corrupt elements. */
    public PipelineResources withSkipped(Consumer<String> other) {
        return new PipelineResources(workers, prefetch, readers, cpu, memory, trace, other, timed);
    }

    /** With or without times of stages. */
    public PipelineResources withTimes(boolean other) {
        return new PipelineResources(workers, prefetch, readers, cpu, memory, trace, skipped, other);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static void ignore(String skipped) {}
}
