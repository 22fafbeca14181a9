package dev.stoker.job.setup;

import dev.stoker.core.image.ImageRoute;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.internal.setup.ImageRouteDecision;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import java.util.Optional;

/**
 * Fourth stage: where training images are decoded, augmented and kept. Rows of tables take the route of the host.
 *
 * @param plan with the keys that ask for this route
 * @param reason the route and the reason for it, for people
 * @param isNoteworthy whether a run should mention it; not where a CPU does everything
 */
public record ChosenImageRoute(Plan plan, ImageRoute route, String reason, boolean isNoteworthy) {
    public static ChosenImageRoute of(OpenedData data, ChosenBatchSize batch) {
        return of(data, batch.plan());
    }

    /** With the memory limit of the input pipeline. */
    public static ChosenImageRoute of(OpenedData data, ChosenMemory memory) {
        return of(data, memory.plan());
    }

    private static ChosenImageRoute of(OpenedData data, Plan plan) {
        if (!(data.dataset() instanceof ImageDataset images)) {
            return new ChosenImageRoute(plan, ImageRoute.host(), "none: rows of a table are in memory", false);
        }
        var device = data.device();
        var decision = ImageRouteDecision.of(
                plan, images, data.parts().transforms(plan), device, InputResources.of(plan, device));
        boolean isNoteworthy = device instanceof Device.Cuda || !(decision.route() instanceof ImageRoute.HostAugmented);
        return new ChosenImageRoute(decision.applied(plan), decision.route(), decision.reason(), isNoteworthy);
    }

    /** The route and the reason for it; empty where a CPU does everything. */
    public Optional<String> note() {
        return isNoteworthy ? Optional.of(reason) : Optional.empty();
    }
}
