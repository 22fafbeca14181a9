package dev.stoker.data.internal.pipeline;

import dev.stoker.telemetry.trace.SpanKind;
import org.jspecify.annotations.Nullable;

/** The tasks of a worker pool. Every method except {@link #execute} is called with the lock of the pool held. */
public interface TaskSource<P> {

    /** The next task; nothing if there is none now, or no space for its output. */
    @Nullable
    P claim();

    /** Whether there will be no more tasks. */
    boolean isExhausted();

    /** Returns the number of elements (or inputs) of the task; called again for the same task when memory ran short. */
    int execute(P task, WorkerState worker);

    /** A task has been executed, and the consumer may have its output. */
    void finished(P task);

    /** How a trace names a task; its arguments are {@link #number} and the number of elements. */
    SpanKind kind();

    /** The batch of a task, or another number that identifies it. */
    long number(P task);
}
