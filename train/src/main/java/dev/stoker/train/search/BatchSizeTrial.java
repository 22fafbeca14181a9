package dev.stoker.train.search;

import java.util.Optional;

/** Tries sizes of batches on a device, which is as before behind every trial. */
interface BatchSizeTrial {
    /** Whether it is known before that it does not fit, so that it must not be tried. */
    boolean isTooLarge(int batch);

    /** What trying costs decides how many sizes are tried that are larger than the fastest. */
    boolean isSlow();

    /** Empty where it does not fit. */
    Optional<BatchSizeMeasurement> measure(int batch);
}
