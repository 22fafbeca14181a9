package dev.stoker.train.internal.evaluation;

import dev.stoker.tensor.Device;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;

/** Where and how a model is evaluated. */
public record EvaluatorSettings(
        TrainingDevice trainingDevice,
        Precision precision,
        Loss loss,
        StepSettings.Capture capture,
        TestTimeAugmentation testTimeAugmentation) {
    Device device() {
        return trainingDevice.device();
    }

    boolean mayCapture() {
        return trainingDevice.isAbleToCapture() && capture == StepSettings.Capture.AUTO;
    }
}
