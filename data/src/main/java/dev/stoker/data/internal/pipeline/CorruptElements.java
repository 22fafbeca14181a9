package dev.stoker.data.internal.pipeline;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/** Corrupt elements that were skipped: each counts once, however many epochs reach it. */
public final class CorruptElements {
    /** Enough to recognize what is wrong; a damaged disk may have thousands. */
    private static final int NAMED = 5;

    private final long limit;
    private final ConcurrentSkipListSet<String> found = new ConcurrentSkipListSet<>();

    private final Consumer<String> listener;

    public CorruptElements(long limit) {
        this(limit, _ -> {});
    }

    /** The listener is told what is wrong with each element that is skipped. */
    public CorruptElements(long limit, Consumer<String> listener) {
        this.limit = limit;
        this.listener = listener;
    }

    /** Counts an element, identified by the message of its failure; one too many is an error, and any where none is skipped. */
    public void recordSkipped(CorruptDataException failure) {
        if (limit == 0) {
            throw failure;
        }
        String problem = String.valueOf(failure.getMessage());
        if (!found.add(problem)) {
            return;
        }
        if (found.size() > limit) {
            throw new StokerException(
                            "more than %,d elements are corrupt: %s%s; fix them, or skip more"
                                    .formatted(limit, String.join("; ", named()), found.size() > NAMED ? "; …" : ""),
                            failure)
                    .about("skip-corrupt");
        }
        listener.accept(problem);
    }

    public long count() {
        return found.size();
    }

    /** What is wrong with each, in the order of their names, so that it does not depend on which worker was first. */
    public List<String> all() {
        return List.copyOf(found);
    }

    private List<String> named() {
        return found.stream().limit(NAMED).toList();
    }
}
