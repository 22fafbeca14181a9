package dev.stoker.data.internal.remote;

import dev.stoker.core.MemoryTracker;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.Optional;

/** A request and its memory: that of its records until they are taken, that of its answer until no attempt is under way. */
final class RangeRequest {
    private final JoinedRange joined;
    private final MemoryTracker memory;
    private final RequestWindow.Ticket ticket;
    private final Optional<TraceLane> lane;
    private int attempts;
    private boolean hedged;
    private boolean done;

    /** One of the attempts at a request. */
    record Attempt(RangeRequest request, boolean isHedge, long since) {}

    /** The memory has been reserved. */
    RangeRequest(JoinedRange joined, RequestWindow.Ticket ticket, Optional<TraceLane> lane) {
        this.joined = joined;
        this.ticket = ticket;
        this.lane = lane;
        memory = joined.ranges().getFirst().memory();
    }

    JoinedRange joined() {
        return joined;
    }

    RequestWindow.Ticket ticket() {
        return ticket;
    }

    Optional<TraceLane> lane() {
        return lane;
    }

    Attempt attempt(long now) {
        attempts++;
        hedged = attempts > 1;
        return new Attempt(this, hedged, now);
    }

    boolean isHedged() {
        return hedged;
    }

    /** Whether an answer or a failure has been accepted, so that others are dropped. */
    boolean isDone() {
        return done;
    }

    void finish() {
        done = true;
    }

    /** An attempt has come to its end; true where another may still answer. */
    boolean ended() {
        attempts--;
        return attempts > 0;
    }

    /** The answer is copied, or there will be none. */
    void releaseAnswer() {
        memory.release(joined.length());
    }

    /** Nobody takes the records. */
    void releaseRecords() {
        memory.release(joined.wantedBytes());
    }
}
