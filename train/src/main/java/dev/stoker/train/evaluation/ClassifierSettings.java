package dev.stoker.train.evaluation;

import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;

/** Where and how a classifier computes. */
public record ClassifierSettings(
        Device device, Precision precision, StepSettings.Capture capture, TestTimeAugmentation testTimeAugmentation) {}
