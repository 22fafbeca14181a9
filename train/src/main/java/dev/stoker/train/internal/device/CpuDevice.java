package dev.stoker.train.internal.device;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import java.util.Collection;
import java.util.Optional;

/** Runs operator by operator, and copies checkpoints to host memory as fast as to a staging buffer, so it has none. */
record CpuDevice() implements TrainingDevice {
    @Override
    public Device device() {
        return Device.CPU;
    }

    @Override
    public Optional<String> whyNeverCaptured() {
        return Optional.of("a CPU has nothing to capture");
    }

    @Override
    public ReplayableGraph graph(DeviceStream stream, Runnable work) {
        throw new IllegalStateException("a CPU has nothing to capture");
    }

    @Override
    public Optional<SnapshotBuffer> stagingBuffer(Collection<Tensor> tensors, DeviceStream stream) {
        return Optional.empty();
    }
}
