package dev.stoker.data.internal.pipeline;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Corrupt elements that were skipped: each counts once, however many epochs reach it. */
public final class CorruptElements {
    private final long limit;
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    public CorruptElements(long limit) {
        this.limit = limit;
    }

    /** Counts an element, identified by the message of its failure; one too many is an error. */
    public void recordSkipped(CorruptDataException failure) {
        String what = String.valueOf(failure.getMessage());
        if (found.add(what) && found.size() > limit) {
            throw new StokerException(
                    "more than %d elements are corrupt; the last one: %s".formatted(limit, what), failure);
        }
    }

    public long count() {
        return found.size();
    }
}
