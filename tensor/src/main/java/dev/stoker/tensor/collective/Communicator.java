package dev.stoker.tensor.collective;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import java.time.Duration;
import java.util.List;

/**
 * Sums and broadcasts over the processes of a group. All ranks call the same methods in the same order, each from one thread;
 * {@link #abort} may be called from any thread. After a {@link CommunicationException} only {@link #abort} and {@link #close}
 * are of use.
 */
public interface Communicator extends AutoCloseable {
    /** For tensors of the CPU; returns when all ranks are connected. */
    static Communicator gloo(Rendezvous rendezvous) {
        return GlooCommunicator.connect(rendezvous);
    }

    /**
     * For tensors of one GPU, each rank with its own; returns when all ranks are connected. Sums run on a stream of their own,
     * begin after what was enqueued on the computing stream before, and can be part of a CUDA graph; close such graphs before
     * the communicator. A dead rank makes sums wait forever, so whoever notices it must {@link #abort}.
     *
     * @param hosts connects the same ranks, exchanges values of the host, and is closed by its owner; aborted with this one
     * @param computing the stream on which the values are computed
     */
    static Communicator nccl(Communicator hosts, Device.Cuda device, DeviceStream computing) {
        return NcclCommunicator.connect(hosts, device, computing);
    }

    int rank();

    int world();

    /** After this long without an answer of another rank, a call fails. */
    Duration timeout();

    /**
     * Starts to sum values in place over all ranks, after what was computed before; use the values only after joining. They may
     * be float32, float64, bfloat16, float16 or int64, and must fill one piece of memory, in the same layout on all ranks.
     * Several sums may be in progress, and every one must be joined.
     */
    Reduction startSum(Tensor values);

    /** Sums values in place over all ranks. */
    default void sum(Tensor values) {
        startSum(values).join();
    }

    /** Overwrites the values with those of one rank. */
    void broadcast(Tensor values, int root);

    /** Waits until all ranks have called this; work of their devices may go on. */
    void barrier();

    /** The bytes of one rank, on all ranks; the others pass an empty array. */
    byte[] broadcast(byte[] bytes, int root);

    /** The bytes of each rank, on all ranks. */
    List<byte[]> gather(byte[] bytes);

    /** Starts to determine the maximum over all ranks of each number; every one must be joined. */
    PendingMaximum startMaximum(long... values);

    /** Ends calls on this rank that wait for other ranks, without waiting itself; they fail, and so do later ones. */
    void abort();

    /** Runs this once when {@link #abort} is called, on the thread that calls it; at once where that has happened. */
    void whenAborted(Runnable action);

    /** Closes connections and frees native memory. Waits for other ranks only where none has failed. */
    @Override
    void close();
}
