package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;

/**
 * How a chain divides its elements among ranks and batches. A step that keeps no common position of
 * all ranks counts elements of one partitioning; it saves that partitioning and refuses the state of another one.
 */
public record Partitioning(String text, String remedy, boolean binds) {
    public static final Partitioning NONE = new Partitioning("", "", false);

    /** The same, where states belong to one partitioning only under a condition. */
    public Partitioning bindingIf(boolean condition) {
        return new Partitioning(text, remedy, condition);
    }

    /** Zero for a chain that is not partitioned or not bound. */
    public long number() {
        return binds ? text.hashCode() : 0;
    }

    public void save(StateWriter state) {
        state.add(number());
    }

    public void check(StateReader state) {
        if (!state.isFresh()) {
            check(state.next());
        }
    }

    /** For steps that depend on the partitioning only if ranks have different numbers of elements. */
    public void checkIfAny(StateReader state) {
        long saved = state.next();
        if (saved != 0) {
            check(saved);
        }
    }

    private void check(long saved) {
        if (saved != number()) {
            throw new StokerException(
                    "the state was saved with another number of ranks or another batch size and cannot be carried over to this one (%s): %s, or resume with the numbers it was saved with"
                            .formatted(text.isEmpty() ? "not partitioned" : text, remedy));
        }
    }
}
