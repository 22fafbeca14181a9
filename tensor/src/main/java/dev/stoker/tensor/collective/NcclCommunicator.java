package dev.stoker.tensor.collective;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.internal.TorchHandles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;

/**
 * Between GPUs. The stream of NCCL begins after the computing stream, which in turn waits for it where a sum is joined, both by
 * CUDA events: so a capture of the computing stream captures the sums as well, and the host never waits.
 */
final class NcclCommunicator implements Communicator {
    private final Communicator hosts;
    private final Device.Cuda device;
    private final DeviceStream computing;
    private final NcclConnection connection;
    private final CudaEvent begun;
    private final List<CudaEvent> events = new ArrayList<>();
    private final Queue<CudaEvent> unused = new ArrayDeque<>();
    private final Set<EnqueuedReduction> pending = new HashSet<>();
    private boolean closed;

    private NcclCommunicator(
            Communicator hosts, Device.Cuda device, DeviceStream computing, NcclConnection connection) {
        this.hosts = hosts;
        this.device = device;
        this.computing = computing;
        this.connection = connection;
        begun = CudaEvent.create(device);
    }

    static NcclCommunicator connect(Communicator hosts, Device.Cuda device, DeviceStream computing) {
        requireNccl(hosts, device);
        var id = hosts.broadcast(hosts.rank() == 0 ? NcclConnection.uniqueId() : new byte[0], 0);
        var connection = NcclConnection.open(id, hosts.rank(), hosts.world(), computing, hosts.timeout());
        var communicator = new NcclCommunicator(hosts, device, computing, connection);
        hosts.whenAborted(communicator::abortConnection);
        return communicator;
    }

    /** Where one rank cannot, all of them say so: the others would wait for it. */
    private static void requireNccl(Communicator hosts, Device.Cuda device) {
        var reasons = hosts.gather(NcclLibrary.whyUnavailable(device).orElse("").getBytes(StandardCharsets.UTF_8));
        for (int rank = 0; rank < reasons.size(); rank++) {
            if (reasons.get(rank).length > 0) {
                throw new CommunicationException(
                        "rank %d: %s".formatted(rank, new String(reasons.get(rank), StandardCharsets.UTF_8)));
            }
        }
    }

    @Override
    public int rank() {
        return hosts.rank();
    }

    @Override
    public int world() {
        return hosts.world();
    }

    @Override
    public Duration timeout() {
        return hosts.timeout();
    }

    // ---- tensors

    @Override
    public Reduction startSum(Tensor values) {
        return start(values, () -> connection.enqueueSum(values));
    }

    @Override
    public void broadcast(Tensor values, int root) {
        CollectiveTensors.checkRoot(root, world());
        start(values, () -> connection.enqueueBroadcast(values, root)).join();
    }

    private Reduction start(Tensor values, Runnable enqueue) {
        CollectiveTensors.check(values, device);
        requireUsable();
        if (values.elements() == 0) {
            return () -> {};
        }
        begun.record(computing);
        connection.stream().waitFor(begun);
        enqueue.run();
        var done = event();
        done.record(connection.stream());
        var reduction = new EnqueuedReduction(done, shared(values));
        pending.add(reduction);
        return reduction;
    }

    /** An event for each operation that is not joined; joined ones leave theirs to later ones. */
    private CudaEvent event() {
        var event = unused.poll();
        if (event == null) {
            event = CudaEvent.create(device);
            events.add(event);
        }
        return event;
    }

    /** Another handle, so that the memory is not freed, and given to other values, before it is joined. */
    private static org.bytedeco.pytorch.Tensor shared(Tensor values) {
        try (var _ = new PointerScope()) {
            return new org.bytedeco.pytorch.Tensor(TorchHandles.of(values)).retainReference();
        }
    }

    private final class EnqueuedReduction implements Reduction {
        private final CudaEvent done;
        private final org.bytedeco.pytorch.Tensor values;

        EnqueuedReduction(CudaEvent done, org.bytedeco.pytorch.Tensor values) {
            this.done = done;
            this.values = values;
        }

        @Override
        public void join() {
            if (pending.remove(this)) {
                computing.waitFor(done);
                unused.add(done);
                free();
            }
        }

        void free() {
            values.releaseReference();
        }
    }

    private void requireUsable() {
        if (closed) {
            throw new IllegalStateException("this communicator is closed");
        }
        connection.requireHealthy();
    }

    // ---- values of the host

    @Override
    public void barrier() {
        requireUsable();
        hosts.barrier();
    }

    @Override
    public byte[] broadcast(byte[] bytes, int root) {
        requireUsable();
        return hosts.broadcast(bytes, root);
    }

    @Override
    public List<byte[]> gather(byte[] bytes) {
        requireUsable();
        return hosts.gather(bytes);
    }

    @Override
    public PendingMaximum startMaximum(long... values) {
        requireUsable();
        return hosts.startMaximum(values);
    }

    // ---- ending

    @Override
    public void abort() {
        hosts.abort(); // which aborts the connection, too
    }

    private synchronized void abortConnection() {
        if (!closed) {
            connection.abort();
        }
    }

    @Override
    public void whenAborted(Runnable action) {
        hosts.whenAborted(action);
    }

    @Override
    public void close() {
        if (closes()) {
            connection.close();
            pending.forEach(EnqueuedReduction::free);
            pending.clear();
            begun.close();
            events.forEach(CudaEvent::close);
        }
    }

    /** Whether it was open until now. */
    private synchronized boolean closes() {
        boolean open = !closed;
        closed = true;
        return open;
    }
}
