package dev.stoker.train.internal.device;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import java.util.Collection;
import java.util.Optional;

/** A GPU: captures CUDA graphs and stages checkpoints in its own memory. */
record CudaDevice(Device.Cuda device) implements TrainingDevice {
    @Override
    public Optional<String> whyNeverCaptured() {
        return Optional.empty();
    }

    @Override
    public ReplayableGraph graph(DeviceStream stream, Runnable work) {
        return new Graph(CudaGraph.of(stream, work));
    }

    @Override
    public Optional<SnapshotBuffer> stagingBuffer(Collection<Tensor> tensors, DeviceStream stream) {
        return SnapshotBuffer.of(tensors, stream);
    }

    private record Graph(CudaGraph graph) implements ReplayableGraph {
        @Override
        public void run() {
            graph.run();
        }

        @Override
        public void replay() {
            graph.replay();
        }

        @Override
        public boolean isCaptured() {
            return graph.isCaptured();
        }

        @Override
        public Optional<String> whyNot() {
            return graph.whyNotCaptured();
        }

        @Override
        public ReplayableGraph inSameMemory(Runnable work) {
            return new Graph(graph.sharingMemory(work));
        }

        @Override
        public void close() {
            graph.close();
        }
    }
}
