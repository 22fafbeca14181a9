package dev.stoker.data.internal.tuning;

import dev.stoker.core.Bytes;
import dev.stoker.core.MemoryTracker;
import java.util.concurrent.atomic.AtomicLong;

/** The memory of one iteration. Memory is reserved before it is allocated, so that the limit is never exceeded. */
public final class MemoryBudget {
    private final Bytes limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong scratch = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    public MemoryBudget(Bytes limit) {
        this.limit = limit;
    }

    public static MemoryBudget unlimited() {
        return new MemoryBudget(new Bytes(Long.MAX_VALUE));
    }

    public Bytes limit() {
        return limit;
    }

    public Bytes peak() {
        return new Bytes(peak.get());
    }

    /** Room that is left. */
    public Bytes free() {
        return new Bytes(Math.max(0, limit.count() - used.get()));
    }

    /** A part of this budget, set aside for one purpose: what it is used for takes no room from the rest. */
    public MemoryBudget part(Bytes bytes) {
        if (!tryTake(bytes.count())) {
            throw new IllegalArgumentException("%s of %s are not free".formatted(bytes, limit));
        }
        return new MemoryBudget(bytes);
    }

    /** What is in use. */
    public long used() {
        return used.get();
    }

    public boolean tryTake(long bytes) {
        long now = used.addAndGet(bytes);
        if (now > limit.count()) {
            used.addAndGet(-bytes);
            return false;
        }
        peak.accumulateAndGet(now, Math::max);
        return true;
    }

    public void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Scratch memory of the workers, which they could release. */
    public long scratch() {
        return scratch.get();
    }

    /** Tracks the scratch memory of workers; throws when the budget is exhausted. */
    public MemoryTracker scratchTracker() {
        return new MemoryTracker() {
            @Override
            public void reserve(long bytes) {
                if (!tryReserve(bytes)) {
                    throw new MemoryBudgetExceededException(new Bytes(bytes), MemoryBudget.this);
                }
            }

            @Override
            public boolean tryReserve(long bytes) {
                boolean taken = tryTake(bytes);
                scratch.addAndGet(taken ? bytes : 0);
                return taken;
            }

            @Override
            public long limit() {
                return limit.count();
            }

            @Override
            public long free() {
                return MemoryBudget.this.free().count();
            }

            @Override
            public void release(long bytes) {
                scratch.addAndGet(-bytes);
                MemoryBudget.this.giveBack(bytes);
            }
        };
    }
}
