package dev.stoker.job.internal.setup;

import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.datasets.LabeledDataset;
import java.util.Optional;

/** By which the targets of a run are standardized. It is measured on the training split alone, and anew when a run is resumed. */
public final class TrainedScaling {
    private TrainedScaling() {}

    /** Empty where the dataset has no numbers to predict. */
    public static Optional<TargetScaling> of(LabeledDataset set) {
        return set.targets()
                .filter(TargetValues.class::isInstance)
                .map(TargetValues.class::cast)
                .map(values -> TargetScaling.of(values, set.training().labels(), set.classes()));
    }
}
