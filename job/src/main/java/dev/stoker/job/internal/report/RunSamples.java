package dev.stoker.job.internal.report;

import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.run.MetricsLogger;
import dev.stoker.job.internal.setup.PhaseTrainingData;
import dev.stoker.train.Trainer;
import java.util.List;
import java.util.Optional;

/**
 * Images of a run for people: as it was trained on them, and what it makes of others. They are taken when everything else is
 * done, so that no measured time holds them, and a run does not fail because of them.
 *
 * @param problem why there are none
 */
public record RunSamples(List<Thumbnail> augmented, List<SamplePrediction> predictions, Optional<String> problem) {
    public static final RunSamples NONE = new RunSamples(List.of(), List.of(), Optional.empty());

    private static final int AUGMENTED = 32;
    private static final int COLUMNS = 8;

    public RunSamples {
        augmented = List.copyOf(augmented);
        predictions = List.copyOf(predictions);
    }

    /** None of a table; predictions are of one class per image. */
    public static RunSamples of(Trainer trainer, PhaseTrainingData data, LabeledDataset set) {
        if (!(set instanceof ImageDataset) || set.validation().isEmpty()) {
            return NONE;
        }
        try {
            return new RunSamples(
                    SamplePredictions.augmented(data, AUGMENTED),
                    set.targets().isPresent()
                            ? List.of()
                            : SamplePredictions.of(
                                    trainer, data, set.shape(), set.classes().size()),
                    Optional.empty());
        } catch (RuntimeException failure) {
            return new RunSamples(List.of(), List.of(), Optional.of(String.valueOf(failure.getMessage())));
        }
    }

    /** Sheets of the augmented images and of the wrong predictions, as event files hold them. */
    public void log(MetricsLogger log, long step) {
        if (!augmented.isEmpty()) {
            log.image("samples/augmented", step, Thumbnail.sheet(augmented, COLUMNS));
        }
        var wrong = predictions.stream()
                .filter(each -> !each.isCorrect())
                .map(SamplePrediction::image)
                .toList();
        if (!wrong.isEmpty()) {
            log.image("samples/misclassified", step, Thumbnail.sheet(wrong, COLUMNS));
        }
    }
}
