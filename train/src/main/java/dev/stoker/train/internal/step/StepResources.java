package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.DataParallel;
import dev.stoker.train.internal.device.TrainingDevice;
import java.util.Optional;

/** Where steps run, the weights they train, the metrics they add to, and the other ranks where there are any. */
public record StepResources(
        TrainingDevice trainingDevice,
        DeviceStream stream,
        Weights weights,
        RunningMetrics metrics,
        Optional<DataParallel> parallel) {
    /** On one rank. */
    public StepResources(TrainingDevice trainingDevice, DeviceStream stream, Weights weights, RunningMetrics metrics) {
        this(trainingDevice, stream, weights, metrics, Optional.empty());
    }

    /** Whether there is no other rank. */
    boolean isAlone() {
        return parallel.map(each -> each.communicator().world()).orElse(1) == 1;
    }

    Device device() {
        return stream.device();
    }
}
