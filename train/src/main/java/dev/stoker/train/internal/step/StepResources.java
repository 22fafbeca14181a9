package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.internal.device.TrainingDevice;

/** Where steps run, the weights they train, and the metrics they add to. */
public record StepResources(
        TrainingDevice trainingDevice, DeviceStream stream, Weights weights, RunningMetrics metrics) {
    Device device() {
        return stream.device();
    }
}
