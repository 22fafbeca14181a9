package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;

/**
 * How a chain divides its elements among ranks and batches. What is counted behind a step that keeps no common position
 * of all ranks means nothing in another division; such a step saves its division and refuses the state of another one.
 */
public record Partitioning(String text, String remedy, boolean binds) {
    public static final Partitioning NONE = new Partitioning("", "", false);

    /** The same, where states belong to one division only under a condition. */
    public Partitioning bindingIf(boolean condition) {
        return new Partitioning(text, remedy, condition);
    }

    /** Zero for a chain that is not divided or not bound. */
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

    /** For steps that only need the division where ranks have fallen out of step. */
    public void checkIfAny(StateReader state) {
        long saved = state.next();
        if (saved != 0) {
            check(saved);
        }
    }

    private void check(long saved) {
        if (saved != number()) {
            throw new StokerException(
                    "the state was saved with another number of ranks or another batch size and cannot be carried over to this one (%s): %s, or continue with the numbers it was saved with"
                            .formatted(text.isEmpty() ? "undivided" : text, remedy));
        }
    }
}
