package dev.stoker.tensor.collective;

import static org.bytedeco.cuda.global.nccl.NCCL_UNIQUE_ID_BYTES;
import static org.bytedeco.cuda.global.nccl.ncclAllReduce;
import static org.bytedeco.cuda.global.nccl.ncclBroadcast;
import static org.bytedeco.cuda.global.nccl.ncclCommAbort;
import static org.bytedeco.cuda.global.nccl.ncclCommDestroy;
import static org.bytedeco.cuda.global.nccl.ncclCommGetAsyncError;
import static org.bytedeco.cuda.global.nccl.ncclCommInitRank;
import static org.bytedeco.cuda.global.nccl.ncclGetUniqueId;
import static org.bytedeco.cuda.global.nccl.ncclSuccess;
import static org.bytedeco.cuda.global.nccl.ncclSum;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.internal.NativeAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/** NCCL's communicator of this rank, and the stream on which it works. */
final class NcclConnection implements AutoCloseable {
    /** How long an abort lets a call enqueue its work; one that takes longer waits for other ranks, which the abort ends. */
    private static final long ENQUEUE_SECONDS = 1;

    private static final Duration ABORT = Duration.ofSeconds(5);

    private final DeviceStream stream;
    private final CUstream_st handle;
    private final ncclComm communicator;
    private final ReentrantLock calls = new ReentrantLock();
    private volatile @Nullable Thread aborting;

    private NcclConnection(DeviceStream stream, ncclComm communicator) {
        this.stream = stream;
        this.communicator = communicator;
        handle = new CUstream_st(new NativeAddress(stream.nativeHandle()));
    }

    /** Made by one rank, which the others are told. */
    static byte[] uniqueId() {
        try (var _ = new PointerScope()) {
            var id = new ncclUniqueId();
            NcclLibrary.check(ncclGetUniqueId(id), "NCCL has no address for the other ranks");
            var bytes = new byte[NCCL_UNIQUE_ID_BYTES];
            id.internal().get(bytes);
            return bytes;
        }
    }

    /** Waits for the other ranks, but not longer than the timeout, which NCCL itself does not have. */
    static NcclConnection open(byte[] id, int rank, int world, DeviceStream computing, Duration timeout) {
        var connecting = CompletableFuture.supplyAsync(
                () -> communicator(id, rank, world, computing),
                task -> Thread.ofPlatform().daemon().name("nccl-connect").start(task));
        try {
            var communicator = connecting.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new NcclConnection(computing.separateStream(), communicator);
        } catch (TimeoutException _) {
            throw new CommunicationException("rank %d was not connected with the other ranks of %d by NCCL within %s"
                    .formatted(rank, world, CommunicationException.seconds(timeout)));
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof CommunicationException known
                    ? known
                    : new IllegalStateException(failure.getCause());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new CommunicationException("connecting with the other ranks was interrupted", interruption);
        }
    }

    private static ncclComm communicator(byte[] id, int rank, int world, DeviceStream computing) {
        computing.makeDeviceCurrent();
        try (var _ = new PointerScope()) {
            var address = new ncclUniqueId();
            address.internal().put(id);
            var communicator = new ncclComm().<ncclComm>retainReference();
            NcclLibrary.check(
                    ncclCommInitRank(communicator, world, address, rank),
                    "rank %d of %d could not connect with the others by NCCL on %s"
                            .formatted(rank, world, computing.device()));
            return communicator;
        }
    }

    /** Where work is enqueued. */
    DeviceStream stream() {
        return stream;
    }

    void enqueueSum(Tensor values) {
        try (var _ = new PointerScope()) {
            var address = new NativeAddress(values.address());
            int type = NcclLibrary.type(values.type());
            call("sum", () -> ncclAllReduce(address, address, values.elements(), type, ncclSum, communicator, handle));
        }
    }

    void enqueueBroadcast(Tensor values, int root) {
        try (var _ = new PointerScope()) {
            var address = new NativeAddress(values.address());
            int type = NcclLibrary.type(values.type());
            call(
                    "broadcast",
                    () -> ncclBroadcast(address, address, values.elements(), type, root, communicator, handle));
        }
    }

    private void call(String operation, IntSupplier enqueue) {
        calls.lock();
        try {
            refuseIfAborted();
            NcclLibrary.check(enqueue.getAsInt(), "the %s over ranks could not begin".formatted(operation));
        } finally {
            calls.unlock();
        }
    }

    /** Fails where NCCL has noticed that another rank is lost; costs the reading of one number. */
    void requireHealthy() {
        calls.lock();
        try {
            refuseIfAborted();
            NcclLibrary.check(asynchronousError(), "a sum or broadcast over ranks failed");
        } finally {
            calls.unlock();
        }
    }

    private void refuseIfAborted() {
        if (aborting != null) {
            throw new CommunicationException("this rank has aborted its communication with the others");
        }
    }

    private int asynchronousError() {
        var error = new int[1];
        NcclLibrary.check(ncclCommGetAsyncError(communicator, error), "the state of NCCL could not be read");
        return error[0];
    }

    /**
     * Makes kernels and calls that wait for other ranks end. NCCL returns from that only when graphs with its kernels are
     * destroyed, and their owner may be waiting for the stream just now, hence the thread.
     */
    synchronized void abort() {
        if (aborting == null) {
            aborting = Thread.ofPlatform().daemon().name("nccl-abort").start(this::abortNow);
        }
    }

    private void abortNow() {
        try {
            // From now on calls are refused; the one that may be enqueueing must not lose its communicator.
            if (calls.tryLock(ENQUEUE_SECONDS, TimeUnit.SECONDS)) {
                calls.unlock();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        ncclCommAbort(communicator);
    }

    /** After CUDA graphs with its work. Waits for other ranks only where nothing has failed. */
    @Override
    public void close() {
        if (aborting == null && asynchronousError() != ncclSuccess) {
            abort();
        }
        if (endsWell()) {
            stream.close();
            communicator.releaseReference();
        }
    }

    /** Otherwise NCCL still uses the stream. */
    private boolean endsWell() {
        var abort = aborting;
        if (abort == null) {
            stream.synchronize();
            return ncclCommDestroy(communicator) == ncclSuccess;
        }
        try {
            return abort.join(ABORT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
