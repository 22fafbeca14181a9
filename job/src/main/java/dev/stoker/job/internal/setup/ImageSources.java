package dev.stoker.job.internal.setup;

import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.job.plan.Plan;

/** How a plan says that images are stored. */
public final class ImageSources {
    private ImageSources() {}

    public static ImageSourceSettings settings(Plan plan) {
        var source = plan.imageSource();
        return new ImageSourceSettings(
                plan.data().size(),
                plan.data().label().value(),
                source.imageRoot(),
                source.imageFeature().value(),
                source.labelFeature().value(),
                source.shapeFeatures().names());
    }
}
