package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.internal.report.AugmentationPage;
import dev.stoker.job.internal.report.AugmentedSamples;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.OpenedData;
import java.nio.file.Path;

/**
 * A contact sheet of a plan: training images of several classes, and beside each what augmentation makes of it, as the model
 * gets it. It trains nothing and creates no run folder.
 *
 * @param samples how many images were taken
 * @param variants how many variants of each
 */
public record AugmentationSheet(Path file, int samples, int variants) {
    private static final int MOST = 64;

    /** Writes a page that needs nothing else to be viewed. */
    public static AugmentationSheet write(Plan asked, int samples, int variants, Path file) {
        require("samples", samples);
        require("variants", variants);
        try (var data = OpenedData.open(asked)) {
            if (!(data.dataset() instanceof ImageDataset images)) {
                throw new StokerException("augmentation is for images, and %s has none"
                        .formatted(data.dataset().name()));
            }
            var plan = data.plan();
            var phase = plan.phases().getLast();
            var settings = PlannedPhases.augmentation(plan, data.parts().transforms(plan), phase, images);
            var chosen =
                    AugmentedSamples.choose(images, samples, new Seed(plan.run().seed()));
            var shown = chosen.augmented(settings, plan.augmentation().mixing(), variants);
            AtomicFile.write(file, AugmentationPage.of(plan, images, settings, shown));
            return new AugmentationSheet(file, shown.size(), variants);
        }
    }

    private static void require(String name, int value) {
        if (value < 1 || value > MOST) {
            throw new StokerException("%s must be 1 to %d, got %d".formatted(name, MOST, value)).about(name);
        }
    }
}
