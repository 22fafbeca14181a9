package dev.stoker.data.internal.pipeline;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Elements that were found damaged and left out: each counts once, however many epochs meet it. */
public final class CorruptElements {
    private final long limit;
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    public CorruptElements(long limit) {
        this.limit = limit;
    }

    /** Counts one, known by what its failure says; one too many is an error. */
    public void recordSkipped(CorruptDataException damage) {
        String what = String.valueOf(damage.getMessage());
        if (found.add(what) && found.size() > limit) {
            throw new StokerException(
                    "more than %d elements are damaged; the last one: %s".formatted(limit, what), damage);
        }
    }

    public long count() {
        return found.size();
    }
}
