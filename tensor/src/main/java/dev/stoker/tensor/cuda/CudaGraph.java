package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cudart.cudaGraphDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphExecDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphInstantiate;
import static org.bytedeco.cuda.global.cudart.cudaGraphLaunch;
import static org.bytedeco.cuda.global.cudart.cudaStreamBeginCapture;
import static org.bytedeco.cuda.global.cudart.cudaStreamCaptureModeRelaxed;
import static org.bytedeco.cuda.global.cudart.cudaStreamEndCapture;

import dev.stoker.tensor.internal.CudaStatus;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * Repeated work on a GPU: it runs a few times operator by operator, as a warm-up, is then captured as a CUDA graph, and from
 * then on replayed with one launch instead of one per operator. The graph reads and writes the tensors that it was captured
 * with, so new input must be written into them before a replay.
 */
public final class CudaGraph implements AutoCloseable {
    private static final int WARM_UP_RUNS = 3;

    /** The last of this many runs is captured, and replayed. */
    public static final int RUNS_UNTIL_CAPTURED = WARM_UP_RUNS + 1;

    private static final AtomicLong POOLS = new AtomicLong(1);

    private final DeviceStream on;
    private final CUDAStream stream;
    private final Runnable work;
    private final MemoryPool pool;
    private final CUgraph_st graph;
    private final CUgraphExec_st executable;
    private int runs;
    private boolean captured;
    private Optional<String> whyNotCaptured = Optional.empty();
    private boolean closed;

    private CudaGraph(DeviceStream on, CUDAStream stream, Runnable work, MemoryPool pool) {
        this.on = on;
        this.stream = stream;
        this.work = work;
        this.pool = pool;
        // The handles outlive every scope that is open now.
        graph = new CUgraph_st().<CUgraph_st>retainReference();
        executable = new CUgraphExec_st().<CUgraphExec_st>retainReference();
    }

    /** The work must enqueue the same operations each time, and must not wait for the device. */
    public static CudaGraph of(DeviceStream on, Runnable work) {
        CUDAStream stream = on.handle();
        if (stream == null) {
            throw new IllegalArgumentException("only work on a GPU can be captured, not on " + on.device());
        }
        return new CudaGraph(on, stream, work, new MemoryPool(stream.device_index()));
    }

    /** A graph of other work in the same memory pool: each overwrites the results of the other, so none may be needed later. */
    public CudaGraph sharingMemory(Runnable other) {
        boolean holdsMemory = !closed && whyNotCaptured.isEmpty();
        return new CudaGraph(on, stream, other, holdsMemory ? pool.shared() : new MemoryPool(stream.device_index()));
    }

    /** Runs, captures or replays the work once. */
    public void run() {
        if (runs < WARM_UP_RUNS) {
            runs++;
            // In the memory pool of the graph, which would otherwise need memory in addition to that of these runs.
            pool.use(work);
        } else if (whyNotCaptured.isPresent()) {
            work.run();
        } else {
            if (!captured) {
                capture();
            }
            if (captured) {
                replay();
            } else {
                work.run();
            }
        }
    }

    private void capture() {
        on.synchronize();
        try {
            pool.use(this::captureGraph);
            CudaStatus.check(cudaGraphInstantiate(executable, graph, 0), "instantiating the CUDA graph");
            captured = true;
        } catch (RuntimeException failure) {
            whyNotCaptured = Optional.of(String.valueOf(failure.getMessage()));
            pool.close(); // its memory would be unused during the runs that follow
        }
    }

    private void captureGraph() {
        CUstream_st handle = stream.stream();
        CudaStatus.check(
                cudaStreamBeginCapture(handle, cudaStreamCaptureModeRelaxed), "beginning to capture a CUDA graph");
        try {
            work.run();
        } catch (RuntimeException | Error failure) {
            cudaStreamEndCapture(handle, graph); // leaves the stream usable; the failure is what matters
            throw failure;
        }
        CudaStatus.check(cudaStreamEndCapture(handle, graph), "capturing a CUDA graph");
    }

    public boolean isCaptured() {
        return captured;
    }

    /** Why it could not be captured; then it always runs operator by operator. */
    public Optional<String> whyNotCaptured() {
        return whyNotCaptured;
    }

    /** Launches the graph, after the work that was enqueued on the stream before. */
    public void replay() {
        if (closed || !captured) {
            throw new IllegalStateException(
                    closed ? "this CUDA graph is closed" : "nothing is captured after " + runs + " runs");
        }
        CudaStatus.check(cudaGraphLaunch(executable, stream.stream()), "launching the CUDA graph");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            stream.synchronize();
            if (captured) {
                cudaGraphExecDestroy(executable);
                cudaGraphDestroy(graph);
            }
            if (whyNotCaptured.isEmpty()) {
                pool.close();
            }
        }
    }

    /** Memory that belongs to graphs: their tensors must have the same addresses at every replay. */
    private static final class MemoryPool implements AutoCloseable {
        /** All allocations of this process meanwhile; only the capturing thread makes any. */
        private static final class AllStreams extends StreamFilter {
            @Override
            public boolean call(@Nullable Pointer stream) {
                return true;
            }
        }

        private final byte device;
        private final LongPointer id;
        private final StreamFilter filter = new AllStreams();
        private int users = 1;

        MemoryPool(byte device) {
            this.device = device;
            id = new LongPointer(0, POOLS.getAndIncrement()).<LongPointer>retainReference();
            filter.retainReference();
            torch_cuda.createOrIncrefPool(device, pair());
        }

        /** A pair of two integers, which the JavaCPP presets map to the type of another pair. */
        private DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair pair() {
            return new DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair(id);
        }

        /** For one more user, who will close it. */
        MemoryPool shared() {
            users++;
            return this;
        }

        /** Allocations during the work come from this pool, and freed memory returns to it. */
        void use(Runnable work) {
            torch_cuda.beginAllocateToPool(device, pair(), filter);
            try {
                work.run();
            } finally {
                torch_cuda.endAllocateToPool(device, pair());
                // Beginning adds a user to libtorch's count, and ending does not remove it.
                torch_cuda.getAllocator().releasePool(device, pair());
            }
        }

        /** Freed by its last user. */
        @Override
        public void close() {
            if (--users > 0) {
                return;
            }
            var allocator = torch_cuda.getAllocator();
            allocator.releasePool(device, pair());
            // The allocator caches released memory for this pool, which is never opened again, until its cache is
            // emptied.
            allocator.emptyCache();
            id.releaseReference();
            filter.releaseReference();
        }
    }
}
