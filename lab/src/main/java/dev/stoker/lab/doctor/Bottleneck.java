package dev.stoker.lab.doctor;

import java.util.Locale;

/** What limits the throughput of training. */
public enum Bottleneck {
    /** Batches are not ready in time. */
    INPUT,
    /** Batches do not get to the device in time. */
    COPY,
    /** The device computes all the time. */
    COMPUTE,
    /** The device waits for the host to launch the kernels of a step. */
    LAUNCH,
    /** Ranks wait for each other's gradients. */
    COMMUNICATION,
    /** No part alone explains the time of the whole. */
    OTHER;

    /** In JSON and for people. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
