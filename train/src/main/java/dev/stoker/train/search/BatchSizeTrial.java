package dev.stoker.train.search;

import java.util.Optional;

/** Tries batch sizes on a device, which is in its earlier state after every trial. */
interface BatchSizeTrial {
    /** Whether an estimate says that it does not fit, so that it must not be tried. */
    boolean isTooLarge(int batch);

    /** Whether a trial is expensive, so that fewer sizes above the fastest are tried. */
    boolean isSlow();

    /** Empty where it does not fit. */
    Optional<BatchSizeMeasurement> measure(int batch);
}
