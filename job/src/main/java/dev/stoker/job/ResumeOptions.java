package dev.stoker.job;

/**
 * How a run is resumed where the default is to refuse.
 *
 * @param restart starts the run's plan again from step 0; what the run has written so far is moved to a folder within it
 * @param acceptChanges continues although data or plan differ from what the run was trained with, and records that
 */
public record ResumeOptions(boolean restart, boolean acceptChanges) {
    /** Refuses whatever would lose or mix results. */
    public static final ResumeOptions DEFAULTS = new ResumeOptions(false, false);
}
