package dev.stoker.tensor.collective;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.TorchHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/** Over TCP connections between all processes. */
final class GlooCommunicator implements Communicator {
    private final Rendezvous rendezvous;
    private final GlooGroup group;
    private final Set<GlooWork> inProgress = ConcurrentHashMap.newKeySet();
    private final List<Runnable> whenAborted = new ArrayList<>();
    private volatile boolean aborted;
    private volatile boolean failed;
    private boolean closed;

    private GlooCommunicator(Rendezvous rendezvous, GlooGroup group) {
        this.rendezvous = rendezvous;
        this.group = group;
    }

    static GlooCommunicator connect(Rendezvous rendezvous) {
        try (var _ = GlooMessages.drop()) {
            return new GlooCommunicator(rendezvous, GlooGroup.connect(rendezvous));
        }
    }

    @Override
    public int rank() {
        return rendezvous.rank();
    }

    @Override
    public int world() {
        return rendezvous.world();
    }

    @Override
    public Duration timeout() {
        return rendezvous.timeout();
    }

    // ---- tensors

    @Override
    public Reduction startSum(Tensor values) {
        CollectiveTensors.check(values, Device.CPU);
        refuseIfUnusable();
        if (values.elements() == 0) {
            return () -> {};
        }
        var work = begin(new GlooWork(title("sum"), group.startSum(TorchHandles.of(values))));
        return () -> finish(work);
    }

    @Override
    public void broadcast(Tensor values, int root) {
        CollectiveTensors.check(values, Device.CPU);
        CollectiveTensors.checkRoot(root, world());
        refuseIfUnusable();
        if (values.elements() > 0) {
            var work = new GlooWork(title("broadcast"), group.startBroadcast(TorchHandles.of(values), root));
            finish(begin(work));
        }
    }

    private String title(String operation) {
        return "the %s over %d ranks".formatted(operation, world());
    }

    private void refuseIfUnusable() {
        if (closed) {
            throw new IllegalStateException("this communicator is closed");
        }
        if (aborted || failed) {
            throw new CommunicationException(
                    "this rank has %s its communication with the others".formatted(aborted ? "aborted" : "lost"));
        }
    }

    private GlooWork begin(GlooWork work) {
        inProgress.add(work);
        return work;
    }

    private void finish(GlooWork work) {
        finish(work, () -> {});
    }

    /** Waits, reads the result, and frees the work. */
    private void finish(GlooWork work, Runnable read) {
        if (!inProgress.remove(work)) {
            refuseIfUnusable();
            return; // joined before
        }
        try (work) {
            work.await(timeout(), () -> aborted);
            read.run();
        } catch (CommunicationException failure) {
            failed = true;
            disconnect(); // the work, which held the connections too, is freed already
            throw failure;
        }
    }

    // ---- values of the host

    @Override
    public void barrier() {
        maximum("barrier", 0).join();
    }

    @Override
    public PendingMaximum startMaximum(long... values) {
        return maximum("maximum", values);
    }

    private PendingMaximum maximum(String operation, long... values) {
        refuseIfUnusable();
        if (values.length == 0) {
            return () -> values;
        }
        try (var _ = new PointerScope()) {
            var numbers = torch.tensor(values).<org.bytedeco.pytorch.Tensor>retainReference();
            var work = begin(new GlooWork(title(operation), group.startMaximum(numbers), numbers));
            var result = values.clone();
            return () -> {
                finish(work, () -> numbers.data_ptr_long().get(result));
                return result;
            };
        }
    }

    @Override
    public byte[] broadcast(byte[] bytes, int root) {
        return HostValues.broadcast(this, bytes, root);
    }

    @Override
    public List<byte[]> gather(byte[] bytes) {
        return HostValues.gather(this, bytes);
    }

    // ---- ending

    @Override
    public void abort() {
        List<Runnable> actions;
        synchronized (whenAborted) {
            aborted = true;
            actions = List.copyOf(whenAborted);
            whenAborted.clear();
        }
        actions.forEach(Runnable::run);
    }

    @Override
    public void whenAborted(Runnable action) {
        synchronized (whenAborted) {
            if (!aborted) {
                whenAborted.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        if (closed || failed) {
            return;
        }
        closed = true;
        if (aborted || !inProgress.isEmpty()) {
            disconnect();
        } else {
            group.close();
        }
    }

    /**
     * Closes connections without waiting. A dead rank is noticed only by those that wait for it, and by all others when these
     * close their connections in turn: it must not depend on when their owner closes them. libtorch waits for operations in
     * progress before it does, and one with a rank that hangs ends only after the timeout, hence the thread.
     */
    private void disconnect() {
        inProgress.forEach(GlooWork::close);
        inProgress.clear();
        Thread.ofPlatform().daemon().name("gloo-close").start(group::close);
    }
}
