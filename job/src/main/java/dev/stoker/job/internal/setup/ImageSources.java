package dev.stoker.job.internal.setup;

import dev.stoker.core.ProgressReporter;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.MixedDataset;
import dev.stoker.datasets.SlicedDataset;
import dev.stoker.job.plan.Plan;

/** How a plan says that images are stored. */
public final class ImageSources {
    private ImageSources() {}

    /** The images of a plan, in the splits that it asks for; of several sources where it names several. */
    public static LabeledDataset open(Plan plan) {
        String data = plan.data().data();
        return DatasetMixture.parse(data)
                .<LabeledDataset>map(mixture -> MixedDataset.of(
                        data,
                        mixture.sources().stream()
                                .map(source -> new MixedDataset.Source(open(source.data(), plan), source.weight()))
                                .toList()))
                .orElseGet(() -> open(data, plan));
    }

    /** Whether some of them are only read from a copy, and there is none yet. */
    public static boolean needCopy(Plan plan) {
        return DatasetMixture.names(plan.data().data()).stream()
                .anyMatch(name -> Datasets.needsCopy(name, settings(plan)));
    }

    /** Makes the copies that are needed. */
    public static void copy(Plan plan, ProgressReporter progress) {
        DatasetMixture.names(plan.data().data()).forEach(name -> Datasets.copy(name, settings(plan), progress));
    }

    private static LabeledDataset open(String data, Plan plan) {
        var source = plan.imageSource();
        return SlicedDataset.of(
                Datasets.open(data, settings(plan)), source.trainSplit(), source.validationSplit(), source.testSplit());
    }

    private static ImageSourceSettings settings(Plan plan) {
        var source = plan.imageSource();
        return new ImageSourceSettings(
                plan.imageInput()
                        .settings(plan.data().size(), plan.augmentation().cropArea()),
                plan.data().label().value(),
                source.imageRoot(),
                source.imageFeature().value(),
                source.labelFeature().value(),
                source.shapeFeatures().names(),
                plan.labelFormat(),
                NearFolders.of(plan));
    }
}
