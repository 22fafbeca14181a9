package dev.stoker.tensor.collective;

import dev.stoker.tensor.LibTorch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.ReduceOp;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;

/** libtorch's group of processes over Gloo, with all native objects that it needs. */
final class GlooGroup implements AutoCloseable {
    private final List<Pointer> owned = new ArrayList<>();
    private final ProcessGroupGloo group;
    private final AllreduceOptions sum;
    private final AllreduceOptions maximum;

    private GlooGroup(Rendezvous rendezvous, Store store) {
        var options = ProcessGroupGloo.Options.create(milliseconds(rendezvous));
        options.devices().push_back(ProcessGroupGloo.createDeviceForHostname(rendezvous.localAddress()));
        group = own(new ProcessGroupGloo(store, rendezvous.rank(), rendezvous.world(), options));
        sum = own(reducing(ReduceOp.RedOpType.SUM));
        maximum = own(reducing(ReduceOp.RedOpType.MAX));
    }

    /** Returns when the addresses of all ranks were found and each is connected with each. */
    static GlooGroup connect(Rendezvous rendezvous) {
        LibTorch.load();
        try (var _ = new PointerScope()) {
            var store = store(rendezvous);
            try {
                return new GlooGroup(rendezvous, store);
            } catch (RuntimeException failure) {
                throw new CommunicationException(
                        "rank %d could not connect from %s with the other ranks of %d within %s"
                                .formatted(
                                        rendezvous.rank(),
                                        rendezvous.localAddress(),
                                        rendezvous.world(),
                                        CommunicationException.seconds(rendezvous.timeout())),
                        failure);
            }
        }
    }

    private static Store store(Rendezvous rendezvous) {
        var address = new StoreAddress(rendezvous.storeAddress(), rendezvous.storePort());
        try {
            address.awaitListening(rendezvous.timeout());
            // libtorch takes the first store for itself alone; its clone can be shared.
            return new TCPStore(
                            rendezvous.storeAddress(),
                            RendezvousStore.options(rendezvous.storePort(), rendezvous.timeout()))
                    .clone();
        } catch (RuntimeException | IOException failure) {
            throw new CommunicationException(
                    "rank %d found no store of rank 0 at %s within %s, which may have ended or be behind a firewall"
                            .formatted(
                                    rendezvous.rank(), address, CommunicationException.seconds(rendezvous.timeout())),
                    failure);
        }
    }

    private static Milliseconds milliseconds(Rendezvous rendezvous) {
        return new Milliseconds(rendezvous.timeout().toMillis());
    }

    private static AllreduceOptions reducing(ReduceOp.RedOpType operation) {
        return new AllreduceOptions().reduceOp(new ReduceOp(operation));
    }

    private <P extends Pointer> P own(P pointer) {
        owned.add(pointer.retainReference());
        return pointer;
    }

    Work startSum(Tensor values) {
        return start(values, tensors -> group.allreduce(tensors, sum));
    }

    Work startMaximum(Tensor values) {
        return start(values, tensors -> group.allreduce(tensors, maximum));
    }

    Work startBroadcast(Tensor values, int root) {
        return start(values, tensors -> group.broadcast(tensors, new BroadcastOptions().rootRank(root)));
    }

    /** Work in progress holds its own references to the memory of its tensors; what is returned must be released. */
    private static Work start(Tensor values, Function<TensorVector, Work> operation) {
        try (var _ = new PointerScope()) {
            return operation.apply(new TensorVector(values)).retainReference();
        }
    }

    /** Waits for work in progress; that ends after the timeout at the latest. */
    @Override
    public synchronized void close() {
        owned.reversed().forEach(Pointer::releaseReference);
        owned.clear();
    }
}
