package dev.stoker.data;

import dev.stoker.core.Bytes;
import java.util.concurrent.atomic.AtomicLong;

/** The memory of one iteration. Whoever wants some asks first, so that the limit is never passed. */
final class MemoryBudget {
    private final Bytes limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong scratch = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    MemoryBudget(Bytes limit) {
        this.limit = limit;
    }

    Bytes limit() {
        return limit;
    }

    Bytes peak() {
        return new Bytes(peak.get());
    }

    /** Room that is left. */
    Bytes free() {
        return new Bytes(Math.max(0, limit.count() - used.get()));
    }

    boolean tryTake(long bytes) {
        long now = used.addAndGet(bytes);
        if (now > limit.count()) {
            used.addAndGet(-bytes);
            return false;
        }
        peak.accumulateAndGet(now, Math::max);
        return true;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    /** What workers hold between them and could give up. */
    long scratch() {
        return scratch.get();
    }

    void takeScratch(long bytes) {
        if (!tryTake(bytes)) {
            throw new NoRoomException(new Bytes(bytes), this);
        }
        scratch.addAndGet(bytes);
    }

    void giveBackScratch(long bytes) {
        scratch.addAndGet(-bytes);
        giveBack(bytes);
    }
}
