package dev.stoker.data.explain;

import java.util.OptionalLong;

/**
 * A step of a pipeline after compilation.
 *
 * @param depth zero for the last step, one for the step before it, and so on
 * @param title the step and its arguments, as in {@code batch 32}
 * @param kind how its elements can be computed
 * @param elements the number of its elements, if it is known and finite
 * @param execution where and how it runs
 * @param meaning what it does at its place in the chain; may be empty
 */
public record ExplainedStep(
        int depth, String title, StageKind kind, OptionalLong elements, String execution, String meaning) {

    /** The execution and the meaning in one line. */
    public String description() {
        return meaning.isEmpty() ? execution : execution + "; " + meaning;
    }
}
