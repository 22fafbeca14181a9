package dev.stoker.job.internal.setup;

import dev.stoker.core.image.ImageRoute;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageTransforms;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.DevicePlacementOptions.Resident;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;

/**
 * The image route of a run.
 *
 * @param reason in words, for people
 */
public record ImageRouteDecision(ImageRoute route, String reason) {
    /** Chooses what the plan leaves open; refuses what it asks for and cannot be. */
    public static ImageRouteDecision of(
            Plan plan, ImageDataset dataset, ImageTransforms transforms, Device device, PipelineResources resources) {
        return new ImageRouteChooser(plan, dataset, transforms, device, resources).choose();
    }

    static ImageRouteDecision onHost(String reason) {
        return new ImageRouteDecision(ImageRoute.host(), reason);
    }

    /** The plan with the keys that ask for this route. */
    public Plan applied(Plan plan) {
        return plan.with(
                switch (route) {
                    case ImageRoute.HostAugmented _ ->
                        new DevicePlacementOptions(AugmentDevice.CPU, Resident.OFF, DecodeDevice.CPU, 1);
                    case ImageRoute.DeviceResident _ ->
                        new DevicePlacementOptions(AugmentDevice.DEVICE, Resident.ON, DecodeDevice.CPU, 1);
                    case ImageRoute.DeviceAugmented _ ->
                        new DevicePlacementOptions(AugmentDevice.DEVICE, Resident.OFF, DecodeDevice.CPU, 1);
                    case ImageRoute.DeviceDecoded decoded ->
                        new DevicePlacementOptions(
                                AugmentDevice.DEVICE, Resident.OFF, DecodeDevice.DEVICE, decoded.share());
                });
    }
}
