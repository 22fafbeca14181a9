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
 * Work on a GPU that is done again and again: a few times operator by operator, so that whatever happens only once has
 * happened, then it is recorded as a CUDA graph, and from then on replayed with one launch: nothing is dispatched operator by
 * operator any more. It reads and writes the tensors that it was recorded with, so what changes from time to time must be
 * written into them before.
 */
public final class CudaGraph implements AutoCloseable {
    private static final int WARM_UP_RUNS = 3;

    /** The last of so many runs is recorded, and replayed. */
    public static final int RUNS_UNTIL_CAPTURED = WARM_UP_RUNS + 1;

    private static final AtomicLong POOLS = new AtomicLong(1);

    private final DeviceStream on;
    private final CUDAStream stream;
    private final Runnable work;
    private final Pool pool;
    private final CUgraph_st graph;
    private final CUgraphExec_st executable;
    private int runs;
    private boolean recorded;
    private Optional<String> whyNot = Optional.empty();
    private boolean closed;

    private CudaGraph(DeviceStream on, CUDAStream stream, Runnable work, Pool pool) {
        this.on = on;
        this.stream = stream;
        this.work = work;
        this.pool = pool;
        // The handles outlive every scope that is open now.
        graph = new CUgraph_st().<CUgraph_st>retainReference();
        executable = new CUgraphExec_st().<CUgraphExec_st>retainReference();
    }

    /** The work must always ask the device for the same, and must not wait for it. */
    public static CudaGraph of(DeviceStream on, Runnable work) {
        CUDAStream stream = on.handle();
        if (stream == null) {
            throw new IllegalArgumentException("only work on a GPU can be captured, not on " + on.device());
        }
        return new CudaGraph(on, stream, work, new Pool(stream.device_index()));
    }

    /** Other work in the same memory: one overwrites what the other left there, so neither may leave anything that counts. */
    public CudaGraph beside(Runnable other) {
        boolean holdsMemory = !closed && whyNot.isEmpty();
        return new CudaGraph(on, stream, other, holdsMemory ? pool.shared() : new Pool(stream.device_index()));
    }

    /** Does it once more. */
    public void run() {
        if (runs < WARM_UP_RUNS) {
            runs++;
            // In the memory of the graph to be, which would lie beside that of these runs otherwise.
            pool.use(work);
        } else if (whyNot.isPresent()) {
            work.run();
        } else {
            if (!recorded) {
                record();
            }
            if (recorded) {
                replay();
            } else {
                work.run();
            }
        }
    }

    private void record() {
        on.synchronize();
        try {
            pool.use(this::captureGraph);
            CudaStatus.check(cudaGraphInstantiate(executable, graph, 0), "instantiating the captured step");
            recorded = true;
        } catch (RuntimeException failure) {
            whyNot = Optional.of(String.valueOf(failure.getMessage()));
            pool.close(); // its memory would lie unused beside that of the runs to come
        }
    }

    private void captureGraph() {
        CUstream_st handle = stream.stream();
        CudaStatus.check(cudaStreamBeginCapture(handle, cudaStreamCaptureModeRelaxed), "beginning to capture");
        try {
            work.run();
        } catch (RuntimeException | Error failure) {
            cudaStreamEndCapture(handle, graph); // leaves the stream usable; the failure is what matters
            throw failure;
        }
        CudaStatus.check(cudaStreamEndCapture(handle, graph), "capturing the step");
    }

    public boolean isCaptured() {
        return recorded;
    }

    /** Why it could not be recorded; then it is done operator by operator for ever. */
    public Optional<String> whyNot() {
        return whyNot;
    }

    /** Launches what was recorded, behind what was asked of the stream before. */
    public void replay() {
        if (closed || !recorded) {
            throw new IllegalStateException(
                    closed ? "this captured work is closed" : "nothing is recorded after " + runs + " runs");
        }
        CudaStatus.check(cudaGraphLaunch(executable, stream.stream()), "launching the captured step");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            stream.synchronize();
            if (recorded) {
                cudaGraphExecDestroy(executable);
                cudaGraphDestroy(graph);
            }
            if (whyNot.isEmpty()) {
                pool.close();
            }
        }
    }

    /** Memory that belongs to graphs: their tensors must lie at the same addresses at every replay. */
    private static final class Pool implements AutoCloseable {
        /** Everything that this process allocates meanwhile; only the capturing thread does. */
        private static final class Everything extends StreamFilter {
            @Override
            public boolean call(@Nullable Pointer stream) {
                return true;
            }
        }

        private final byte device;
        private final LongPointer id;
        private final StreamFilter filter = new Everything();
        private int users = 1;

        Pool(byte device) {
            this.device = device;
            id = new LongPointer(0, POOLS.getAndIncrement()).<LongPointer>retainReference();
            filter.retainReference();
            torch_cuda.createOrIncrefPool(device, pair());
        }

        /** A pair of two numbers, which the presets give the type of another pair. */
        private DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair pair() {
            return new DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair(id);
        }

        /** For one more who will close it. */
        Pool shared() {
            users++;
            return this;
        }

        /** What is allocated meanwhile comes from here, and what is freed stays here. */
        void use(Runnable work) {
            torch_cuda.beginAllocateToPool(device, pair(), filter);
            try {
                work.run();
            } finally {
                torch_cuda.endAllocateToPool(device, pair());
                // To begin counts as one more user, and to end does not count as one less.
                torch_cuda.getAllocator().releasePool(device, pair());
            }
        }

        /** Given back with the last who uses it. */
        @Override
        public void close() {
            if (--users > 0) {
                return;
            }
            var allocator = torch_cuda.getAllocator();
            allocator.releasePool(device, pair());
            // What was released is kept for a pool that nobody will open again, until this.
            allocator.emptyCache();
            id.releaseReference();
            filter.releaseReference();
        }
    }
}
