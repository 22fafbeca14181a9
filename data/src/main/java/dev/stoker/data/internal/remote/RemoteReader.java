package dev.stoker.data.internal.remote;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.pipeline.Threads;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks for ranges of remote objects in the order in which they are wanted. One thread decides what is asked for, and copies answers;
 * it waits for nothing but news. It ends when nobody wants anything any more, and requests under way then are dropped when they are
 * answered.
 */
public final class RemoteReader {
    private static final SpanKind REQUEST = SpanKind.of("request", "bytes", "records");
    private static final long LARGEST_REQUEST = 1 << 22;
    private static final int PARTS_OF_MEMORY = 8;
    private static final long SMALLEST_GAP = 1 << 12;
    private static final long LARGEST_GAP = 1 << 16;
    private static final int GAPS_PER_ROUND_TRIP = 64;
    private static final long LOOK_FOR_LATE_EVERY = TimeUnit.MILLISECONDS.toNanos(10);

    private record Arrival(
            RangeRequest.Attempt attempt,
            byte @Nullable [] answer,
            @Nullable Throwable failure,
            long at) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final PendingRanges pending = new PendingRanges();
    private final LinkedHashSet<RangeRequest> underWay = new LinkedHashSet<>();
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private final RequestWindow window = new RequestWindow();
    private final Hedging hedging = new Hedging();
    private final RequestCounters counters = new RequestCounters();
    private volatile Trace trace = Trace.OFF;

    /** What had no room for the next range; nothing is asked for until some of it is free. */
    private volatile @Nullable MemoryTracker full;

    private boolean waiting;
    private @Nullable Thread thread;

    // ---- those who need bytes

    /** In the order in which they will be needed. */
    public void want(WantedRange range) {
        lock.lock();
        try {
            pending.add(range);
            if (thread == null) {
                thread = Thread.ofPlatform().name("requests").daemon().start(this::work);
            }
            if (waiting && maySend()) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Somebody waits for it: it is asked for next. */
    public void hurry(WantedRange range) {
        lock.lock();
        try {
            if (pending.moveToFront(range) && full != null) {
                pending.remove(range);
                range.declined();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody needs it any more; false where it has been asked for. */
    public boolean withdraw(WantedRange range) {
        lock.lock();
        try {
            return pending.remove(range);
        } finally {
            lock.unlock();
        }
    }

    /** Memory that was reserved for ranges has been released. */
    public void roomFreed() {
        if (full != null) {
            lock.lock();
            try {
                lookForRoom();
                news.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public void trace(Trace other) {
        trace = other;
    }

    public RequestStatistics statistics() {
        lock.lock();
        try {
            return counters.statistics(window);
        } finally {
            lock.unlock();
        }
    }

    public List<String> decisions() {
        lock.lock();
        try {
            return window.decisions();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread, and forgets what is wanted and what is under way; the next to want something starts again. */
    public void stop() {
        Thread ending;
        lock.lock();
        try {
            ending = thread;
            thread = null;
            pending.clear();
            underWay.forEach(this::abandon);
            underWay.clear();
            arrivals.forEach(this::drop);
            arrivals.clear();
            counters.now(System.nanoTime(), 0, RequestCounters.Limit.NOTHING);
            full = null;
            news.signalAll();
        } finally {
            lock.unlock();
        }
        if (ending != null) {
            Threads.join(ending);
        }
    }

    private void abandon(RangeRequest request) {
        request.finish();
        request.releaseRecords();
        request.lane().ifPresent(TraceLane::close);
    }

    // ---- the thread

    private void work() {
        var sending = new ArrayList<RangeRequest.Attempt>();
        var delivered = new ArrayList<Arrival>();
        try {
            while (decide(sending, delivered)) {
                sending.forEach(this::send);
                delivered.forEach(this::deliver);
                sending.clear();
                delivered.clear();
            }
        } catch (Throwable failure) {
            giveUp(failure, delivered);
        }
    }

    /** Without this thread nobody who waits would ever get an answer. */
    private void giveUp(Throwable failure, List<Arrival> delivered) {
        var lost = new ArrayList<WantedRange>();
        delivered.forEach(
                arrival -> lost.addAll(arrival.attempt.request().joined().ranges()));
        lock.lock();
        try {
            if (Thread.currentThread().equals(thread)) {
                thread = null;
            }
            while (!pending.isEmpty()) {
                var range = pending.first();
                boolean _ = pending.remove(range);
                lost.add(range);
            }
            underWay.forEach(request -> {
                lost.addAll(request.joined().ranges());
                abandon(request);
            });
            underWay.clear();
            arrivals.clear();
            full = null;
        } finally {
            lock.unlock();
        }
        lost.forEach(range -> range.failed(failure));
    }

    /** Waits for news, and fills the lists with what is to be done; false at the end. */
    private boolean decide(List<RangeRequest.Attempt> sending, List<Arrival> delivered) {
        lock.lock();
        try {
            if (!awaitNews()) {
                return false;
            }
            while (!arrivals.isEmpty()) {
                account(arrivals.remove(), delivered);
            }
            long now = System.nanoTime();
            askForMore(now, sending);
            hedge(now, sending);
            counters.now(now, underWay.size(), limit());
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitNews() {
        while (Thread.currentThread().equals(thread) && arrivals.isEmpty() && !maySend()) {
            waiting = true;
            try {
                if (underWay.isEmpty() || !hedging.mayHedge()) {
                    news.awaitUninterruptibly();
                } else if (news.awaitNanos(LOOK_FOR_LATE_EVERY) <= 0) {
                    return Thread.currentThread().equals(thread);
                }
            } catch (InterruptedException _) {
                return false;
            } finally {
                waiting = false;
            }
        }
        return Thread.currentThread().equals(thread);
    }

    private boolean maySend() {
        return !pending.isEmpty() && underWay.size() < window.limit() && full == null;
    }

    private RequestCounters.Limit limit() {
        if (pending.isEmpty()) {
            return RequestCounters.Limit.NOTHING;
        }
        return full != null ? RequestCounters.Limit.MEMORY : RequestCounters.Limit.REQUESTS;
    }

    private void askForMore(long now, List<RangeRequest.Attempt> sending) {
        while (maySend()) {
            var joined = reserved();
            if (joined == null) {
                continue;
            }
            joined.ranges().forEach(pending::remove);
            var lane = trace.isOn() ? Optional.of(trace.borrow("request")) : Optional.<TraceLane>empty();
            var request = new RangeRequest(joined, window.sent(now), lane);
            underWay.add(request);
            counters.sent(joined);
            hedging.requested();
            sending.add(request.attempt(now));
        }
    }

    /** What is asked for next, with its memory; nothing where there is no room now. */
    private @Nullable JoinedRange reserved() {
        var memory = pending.first().memory();
        var joined = pending.join(limits(memory));
        if (memory.tryReserve(joined.memory())) {
            return joined;
        }
        var alone = JoinedRange.of(List.of(pending.first()));
        if (memory.tryReserve(alone.memory())) {
            return alone;
        }
        noRoom(pending.first());
        return null;
    }

    /** What somebody waits for is left to him: others that were read before may hold the memory until he goes on. */
    private void noRoom(WantedRange range) {
        if (range.isAwaited()) {
            pending.remove(range);
            range.declined();
        } else {
            full = range.memory();
        }
    }

    /** Some room at once, so that neighbors can still be joined. */
    private void lookForRoom() {
        var memory = full;
        if (memory != null && memory.free() >= memory.limit() / PARTS_OF_MEMORY) {
            full = null;
        }
    }

    private PendingRanges.Limits limits(MemoryTracker memory) {
        double roundTrip = window.bandwidth() * counters.medianLatency() * 1e-9;
        return new PendingRanges.Limits(
                Math.min(LARGEST_REQUEST, memory.limit() / PARTS_OF_MEMORY / 2),
                Math.clamp((long) (roundTrip / GAPS_PER_ROUND_TRIP), SMALLEST_GAP, LARGEST_GAP),
                memory.free() / 2);
    }

    private void hedge(long now, List<RangeRequest.Attempt> sending) {
        for (var request : underWay) {
            if (!hedging.mayHedge()) {
                return;
            }
            if (!request.isHedged()
                    && now - request.ticket().at()
                            > hedging.lateAfter(request.joined().length())) {
                hedging.hedged();
                counters.hedged();
                sending.add(request.attempt(now));
            }
        }
    }

    private void send(RangeRequest.Attempt attempt) {
        var joined = attempt.request().joined();
        CompletableFuture<byte[]> answer;
        try {
            answer = joined.object().ask(joined.position(), joined.length());
        } catch (RuntimeException failure) {
            answer = CompletableFuture.failedFuture(failure);
        }
        var _ = answer.whenComplete((bytes, failure) -> ended(new Arrival(attempt, bytes, failure, System.nanoTime())));
    }

    /** By a thread of the storage. */
    private void ended(Arrival arrival) {
        lock.lock();
        try {
            if (thread == null) {
                drop(arrival);
            } else {
                arrivals.add(arrival);
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void account(Arrival arrival, List<Arrival> delivered) {
        var request = arrival.attempt.request();
        if (request.isDone()) {
            drop(arrival);
        } else if (arrival.failure == null) {
            boolean limited = !pending.isEmpty() && underWay.size() >= window.limit();
            finish(request, arrival);
            long latency = arrival.at - arrival.attempt.since();
            hedging.answered(request.joined().length(), latency);
            counters.answered(request.joined().length(), latency, arrival.attempt.isHedge());
            window.answered(request.ticket(), request.joined().length(), arrival.at, limited);
            delivered.add(arrival);
        } else if (!request.ended()) {
            counters.failed();
            finish(request, arrival);
            delivered.add(arrival);
        }
    }

    private void finish(RangeRequest request, Arrival arrival) {
        request.finish();
        underWay.remove(request);
        request.lane().ifPresent(lane -> {
            lane.record(
                    REQUEST,
                    request.ticket().at(),
                    arrival.at,
                    request.joined().length(),
                    request.joined().ranges().size());
            lane.close();
        });
    }

    /** Copies the answer, outside the lock. */
    private void deliver(Arrival arrival) {
        var request = arrival.attempt.request();
        if (arrival.answer != null) {
            request.joined().deliver(arrival.answer);
            lock.lock();
            try {
                drop(arrival);
            } finally {
                lock.unlock();
            }
        } else {
            request.releaseAnswer();
            request.releaseRecords();
            roomFreed();
            request.joined().fail(arrival.failure == null ? new IllegalStateException("no answer") : arrival.failure);
        }
    }

    /** The memory of an answer is free when the last attempt has come to its end. */
    private void drop(Arrival arrival) {
        if (!arrival.attempt.request().ended()) {
            arrival.attempt.request().releaseAnswer();
            lookForRoom();
        }
    }
}
