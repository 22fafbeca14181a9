package dev.stoker.train.evaluation;

import dev.stoker.tensor.Device;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;

/**
 * Where and how a classifier computes.
 *
 * @param loss that evaluations report, with the metrics of its task
 */
public record ClassifierSettings(
        Device device,
        Precision precision,
        StepSettings.Capture capture,
        TestTimeAugmentation testTimeAugmentation,
        Loss loss) {
    /** With cross entropy. */
    public ClassifierSettings(
            Device device,
            Precision precision,
            StepSettings.Capture capture,
            TestTimeAugmentation testTimeAugmentation) {
        this(device, precision, capture, testTimeAugmentation, Loss.crossEntropy(0));
    }
}
