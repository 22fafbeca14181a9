package dev.stoker.train.evaluation;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.internal.averaging.BatchNormStatistics;
import dev.stoker.train.internal.input.DeviceInput;

/** Computes the running statistics of batch norms anew, for weights that no step has trained, such as an average. */
public final class BatchNormCalibration {
    private static final Seed SEED = new Seed(0);

    private BatchNormCalibration() {}

    /**
     * Replaces the statistics of these weights, which are on the device of the settings, by those of about the first 10,000 images
     * of a feed. Its images must be in random order: batches of one class have other statistics.
     */
    public static void run(
            Model model,
            Weights weights,
            ClassifierInput input,
            ClassifierSettings settings,
            Classifier.FeedOpener feed) {
        try (var _ = TensorScope.open("calibration");
                var stream = DeviceStream.open(settings.device());
                var open = feed.apply(PinnedMemory.forDevice(settings.device()))) {
            var rows = DeviceInput.forEvaluation(new ClassifierRows(input), settings.device());
            new BatchNormStatistics(model, rows, settings.device(), settings.precision(), SEED)
                    .compute(weights, open, input.batch());
            stream.synchronize();
        }
    }
}
