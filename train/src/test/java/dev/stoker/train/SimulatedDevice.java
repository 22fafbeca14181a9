package dev.stoker.train;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import dev.stoker.train.internal.device.ReplayableGraph;
import dev.stoker.train.internal.device.TrainingDevice;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A CPU that may behave as a GPU does: it captures graphs, whose replays run operator by operator, and stages checkpoints. So
 * what warm-up, capture and staging leave in the result can be compared bit by bit. A function that is called after each
 * forward pass simulates its memory: it throws what libtorch throws when memory is exhausted.
 */
public record SimulatedDevice(boolean isGpu, IntConsumer whenForward) implements TrainingDevice {
    public static SimulatedDevice gpu(IntConsumer whenForward) {
        return new SimulatedDevice(true, whenForward);
    }

    public static SimulatedDevice gpu() {
        return gpu(_ -> {});
    }

    public static SimulatedDevice cpu(IntConsumer whenForward) {
        return new SimulatedDevice(false, whenForward);
    }

    /** What libtorch throws when the memory of a GPU is exhausted. */
    public static RuntimeException outOfMemory() {
        return new RuntimeException("CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of");
    }

    /** Enough memory for micro-batches of so many images. */
    public static IntConsumer memoryFor(int images) {
        return count -> {
            if (count > images) {
                throw outOfMemory();
            }
        };
    }

    /** A trainer on this device. */
    public Trainer trainer(
            TrainingPhases phases,
            TrainingSettings settings,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        return TrainerFixtures.on(this, phases, settings, checkpoints, observers, prepare);
    }

    @Override
    public Device device() {
        return Device.CPU;
    }

    @Override
    public Optional<String> whyNeverCaptured() {
        return isGpu ? Optional.empty() : Optional.of("a CPU has nothing to capture");
    }

    @Override
    public ReplayableGraph graph(DeviceStream stream, Runnable work) {
        return new EagerGraph(work);
    }

    @Override
    public Optional<SnapshotBuffer> stagingBuffer(Collection<Tensor> tensors, DeviceStream stream) {
        return isGpu ? SnapshotBuffer.of(tensors, stream) : Optional.empty();
    }

    @Override
    public void afterForward(int images) {
        whenForward.accept(images);
    }

    /** Counts as captured after as many runs as a CUDA graph needs. */
    private static final class EagerGraph implements ReplayableGraph {
        private final Runnable work;
        private int runs;

        EagerGraph(Runnable work) {
            this.work = work;
        }

        @Override
        public void run() {
            work.run();
            runs++;
        }

        @Override
        public void replay() {
            work.run();
        }

        @Override
        public boolean isCaptured() {
            return runs >= RUNS_UNTIL_CAPTURED;
        }

        @Override
        public Optional<String> whyNot() {
            return Optional.empty();
        }

        @Override
        public ReplayableGraph inSameMemory(Runnable other) {
            return new EagerGraph(other);
        }

        @Override
        public void close() {
            // There is nothing to release.
        }
    }
}
