package dev.stoker.tensor.collective;

/** Numbers of all ranks whose maximum is being determined. */
public interface PendingMaximum {
    /**
     * Waits for the maximum of each number over all ranks.
     *
     * @throws CommunicationException where another rank has ended, hangs or cannot be reached
     */
    long[] join();
}
