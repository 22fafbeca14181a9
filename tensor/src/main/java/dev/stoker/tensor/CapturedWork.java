package dev.stoker.tensor;

import static org.bytedeco.cuda.global.cudart.cudaGetErrorString;
import static org.bytedeco.cuda.global.cudart.cudaGraphDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphExecDestroy;
import static org.bytedeco.cuda.global.cudart.cudaGraphInstantiate;
import static org.bytedeco.cuda.global.cudart.cudaGraphLaunch;
import static org.bytedeco.cuda.global.cudart.cudaStreamBeginCapture;
import static org.bytedeco.cuda.global.cudart.cudaStreamCaptureModeRelaxed;
import static org.bytedeco.cuda.global.cudart.cudaStreamEndCapture;

import dev.stoker.core.StokerException;
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
 * Work on a GPU that was recorded once, as a CUDA graph, and is replayed with one launch: nothing is dispatched operator by
 * operator any more. It reads and writes the tensors that it was recorded with, so what changes from replay to replay must
 * be written into them before.
 */
public final class CapturedWork implements AutoCloseable {
    private static final AtomicLong POOLS = new AtomicLong(1);

    private final CUDAStream stream;
    private final Pool pool;
    private final CUgraph_st graph;
    private final CUgraphExec_st executable;
    private boolean closed;

    private CapturedWork(CUDAStream stream, Pool pool, CUgraph_st graph, CUgraphExec_st executable) {
        this.stream = stream;
        this.pool = pool;
        this.graph = graph;
        this.executable = executable;
    }

    /**
     * Records what {@code work} asks of the device; nothing of it runs yet. It must have run before on the same stream, so
     * that whatever happens only once has happened, and it must not wait for the device.
     */
    public static CapturedWork record(DeviceStream on, Runnable work) {
        CUDAStream stream = on.handle();
        if (stream == null) {
            throw new IllegalArgumentException("only work on a GPU can be captured, not on " + on.device());
        }
        on.synchronize();
        // The handles outlive every scope that is open now.
        var graph = new CUgraph_st().<CUgraph_st>retainReference();
        var executable = new CUgraphExec_st().<CUgraphExec_st>retainReference();
        var pool = new Pool(stream.device_index());
        try {
            recordInto(graph, stream, pool, work);
            check(cudaGraphInstantiate(executable, graph, 0), "instantiating the captured step");
            return new CapturedWork(stream, pool, graph, executable);
        } catch (RuntimeException | Error failure) {
            pool.close();
            throw failure;
        }
    }

    private static void recordInto(CUgraph_st graph, CUDAStream stream, Pool pool, Runnable work) {
        CUstream_st handle = stream.stream();
        pool.begin();
        try {
            check(cudaStreamBeginCapture(handle, cudaStreamCaptureModeRelaxed), "beginning to capture");
            try {
                work.run();
            } catch (RuntimeException | Error failure) {
                cudaStreamEndCapture(handle, graph); // leaves the stream usable; the failure is what matters
                throw failure;
            }
            check(cudaStreamEndCapture(handle, graph), "capturing the step");
        } finally {
            pool.end();
        }
    }

    /** Runs it again, behind what was asked of the stream before. */
    public void replay() {
        if (closed) {
            throw new IllegalStateException("this captured work is closed");
        }
        check(cudaGraphLaunch(executable, stream.stream()), "launching the captured step");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            stream.synchronize();
            cudaGraphExecDestroy(executable);
            cudaGraphDestroy(graph);
            pool.close();
        }
    }

    private static void check(int status, String what) {
        if (status != 0) {
            throw new StokerException("%s failed: %s (CUDA error %d)"
                    .formatted(what, cudaGetErrorString(status).getString(), status));
        }
    }

    /** Memory that belongs to the graph: its tensors must lie at the same addresses at every replay. */
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

        void begin() {
            torch_cuda.beginAllocateToPool(device, pair(), filter);
        }

        void end() {
            torch_cuda.endAllocateToPool(device, pair());
        }

        @Override
        public void close() {
            torch_cuda.getAllocator().releasePool(device, pair());
            id.releaseReference();
            filter.releaseReference();
        }
    }
}
