package dev.stoker.data.storage;

import dev.stoker.core.MemoryTracker;
import dev.stoker.telemetry.trace.Trace;
import java.util.List;

/** The requests for data that is not on this machine, made ahead of those who need it. */
public interface StorageRequests {
    /** Since the first of them. */
    RequestStatistics statistics();

    /** How many are under way at once, and why. */
    List<String> decisions();

    /** From now on they are lanes of this trace. */
    void trace(Trace trace);

    /** Whoever waits for data that this tracker counts gets an error at once: nobody needs it any more. */
    void abandon(MemoryTracker memory);
}
