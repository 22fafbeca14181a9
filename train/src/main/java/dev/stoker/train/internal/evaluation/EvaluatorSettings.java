package dev.stoker.train.internal.evaluation;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.Optional;

/**
 * Where and how a model is evaluated.
 *
 * @param ranks that evaluate together, each on its share of the data; empty where this process evaluates all of it
 */
public record EvaluatorSettings(
        TrainingDevice trainingDevice,
        Precision precision,
        Loss loss,
        StepSettings.Capture capture,
        TestTimeAugmentation testTimeAugmentation,
        Optional<Communicator> ranks) {
    Device device() {
        return trainingDevice.device();
    }

    boolean mayCapture() {
        return trainingDevice.isAbleToCapture() && capture == StepSettings.Capture.AUTO;
    }
}
