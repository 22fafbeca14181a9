package dev.stoker.tensor.collective;

/** Values of all ranks that are being summed in place. */
public interface Reduction {
    /**
     * Ends when the values may be used: for a CPU, when they are summed; for a GPU, at once, and what is computed from now on is
     * ordered after the sum. Joining again does nothing.
     *
     * @throws CommunicationException where another rank has ended, hangs or cannot be reached
     */
    void join();
}
