package dev.stoker.lab.doctor;

import dev.stoker.job.tune.TuningObserver;

/** Notified while a plan is measured, on the thread that measures. */
public interface DoctorObserver extends TuningObserver {
    /** Is notified of nothing. */
    DoctorObserver SILENT = new DoctorObserver() {};

    /**
     * A part is being measured.
     *
     * @param what such as input
     * @param round counted from 1; 0 is the warm-up
     * @param share of the time that is over
     */
    default void measuring(String what, int round, double share) {}
}
