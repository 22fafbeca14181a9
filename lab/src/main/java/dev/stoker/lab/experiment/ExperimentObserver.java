package dev.stoker.lab.experiment;

/** Is told how an experiment proceeds. */
public interface ExperimentObserver {
    /** {@code done} of {@code total} trials are there already. */
    default void began(int done, int total) {}

    /** A trial starts, as the {@code position}th of all. */
    default void started(Trial trial, int position, int total) {}

    default void ended(TrialRecord trial, int position, int total) {}
}
