package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageTransforms;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.DevicePlacementOptions.Resident;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import java.util.Optional;

/**
 * Chooses where training images are decoded, augmented and kept. What the plan asks for is done or refused; otherwise a GPU gets
 * small images as residents where they fit, and encoded ones where it decodes them faster than CPU workers do.
 */
record ImageRouteChooser(
        Plan plan, ImageDataset dataset, ImageTransforms transforms, Device device, PipelineResources resources) {
    /** The share of a GPU's free memory that images may take unless the plan asks for it. */
    private static final double MAX_AUTO_MEMORY_SHARE = 0.25;

    private DevicePlacementOptions placement() {
        return plan.placement();
    }

    ImageRouteDecision choose() {
        ImageRouteConflicts.refuse(placement(), dataset);
        return switch (dataset.training().deviceRoutes()) {
            case DeviceRoutes.None _ -> stored(Optional.empty());
            case DeviceRoutes.Resident(var resident) -> stored(Optional.of(resident));
            case DeviceRoutes.Encoded encoded -> encoded(encoded);
        };
    }

    private static ImageRouteDecision onHost(String why) {
        return ImageRouteDecision.onHost("augmented on the CPU: " + why);
    }

    private static StokerException refused(String why, String... keys) {
        return new StokerException("images cannot be augmented on the device: %s; remove %s"
                        .formatted(why, String.join(" and ", keys)))
                .about(keys);
    }

    /** Images that are stored as pixels. */
    private ImageRouteDecision stored(Optional<ImageRoute.DeviceResident> route) {
        if (placement().augment() == AugmentDevice.CPU || placement().resident() == Resident.OFF) {
            return ImageRouteDecision.onHost("augmented on the CPU, as requested");
        }
        var obstacle = route.isEmpty() ? Optional.of(notInMemory()) : refusal(route.get());
        boolean asked =
                placement().augment() == AugmentDevice.DEVICE || placement().resident() == Resident.ON;
        if (asked && obstacle.isPresent()) {
            throw refused(obstacle.get(), "augment", "resident");
        }
        if (obstacle.isPresent()) {
            return onHost(obstacle.get());
        }
        return asked ? resident(route.orElseThrow()) : automatic(route.orElseThrow());
    }

    private String notInMemory() {
        boolean isEncoded = dataset.training().evaluationTransforms().isPresent();
        if (isEncoded && dataset.shape().channels() != ImageRowLayout.CHANNELS) {
            return "a device decodes and augments encoded images in color, and channels is %d"
                    .formatted(dataset.shape().channels());
        }
        return "%s is not an in-memory dataset of small images".formatted(dataset.name());
    }

    private ImageRouteDecision automatic(ImageRoute.DeviceResident route) {
        return switch (device) {
            case Device.Cpu _ -> ImageRouteDecision.onHost("augmented on the CPU, which is the device");
            case Device.Cuda cuda ->
                memoryObstacle(route.deviceMemory(), cuda)
                        .map(ImageRouteChooser::onHost)
                        .orElseGet(() -> resident(route));
        };
    }

    private ImageRouteDecision resident(ImageRoute.DeviceResident route) {
        return new ImageRouteDecision(
                route,
                "augmented on %s, with all %,d images resident (%s)"
                        .formatted(device, route.images(), route.deviceMemory()));
    }

    private ImageRouteDecision encoded(DeviceRoutes.Encoded routes) {
        if (placement().resident() == Resident.ON) {
            throw refused(notInMemory(), "resident");
        }
        if (placement().augment() == AugmentDevice.CPU) {
            return ImageRouteDecision.onHost("augmented on the CPU, as requested");
        }
        boolean asked =
                placement().augment() == AugmentDevice.DEVICE || placement().decode() == DecodeDevice.DEVICE;
        return asked ? requested(routes) : automatic(routes);
    }

    private ImageRouteDecision requested(DeviceRoutes.Encoded routes) {
        streamedRefusal().ifPresent(why -> {
            throw refused(why, "augment", "decode");
        });
        if (placement().decode() == DecodeDevice.DEVICE) {
            DeviceJpegDecoder.whyUnavailable(device).ifPresent(why -> {
                throw refused(why, "decode");
            });
        }
        boolean decodes = placement().decode() == DecodeDevice.DEVICE
                || (placement().decode() == DecodeDevice.AUTO && DeviceJpegDecoder.engines(device) > 0);
        var route = decodes ? routes.deviceDecoded(placement().decodeShare()) : routes.deviceAugmented();
        memoryObstacle(route).ifPresent(why -> {
            throw refused(why, "augment", "decode");
        });
        return streamed(route);
    }

    private ImageRouteDecision automatic(DeviceRoutes.Encoded routes) {
        if (device instanceof Device.Cpu) {
            return ImageRouteDecision.onHost("augmented on the CPU, which is the device");
        }
        if (placement().decode() == DecodeDevice.CPU) {
            return ImageRouteDecision.onHost("decoded and augmented on the CPU, as requested");
        }
        return streamedRefusal()
                .or(() -> DeviceJpegDecoder.whyUnavailable(device))
                .or(this::decoderObstacle)
                .or(this::measurementObstacle)
                .or(() -> memoryObstacle(routes.deviceDecoded(1)))
                .map(ImageRouteChooser::onHost)
                .orElseGet(() -> measured(routes));
    }

    private ImageRouteDecision measured(DeviceRoutes.Encoded routes) {
        var phase = plan.phases().getLast();
        var augmentation = PhaseTrainingData.augmentation(plan, transforms, phase, PlannedPhases.shape(phase, dataset));
        DecodingThroughput measured;
        try {
            measured = DecodingThroughput.of(
                    dataset.training(), routes.deviceDecoded(1), augmentation, device, plan, resources);
        } catch (CorruptDataException damage) {
            throw damage;
        } catch (StokerException failure) {
            return onHost(String.valueOf(failure.getMessage()));
        }
        if (measured.share() == 0) {
            return ImageRouteDecision.onHost("augmented on the CPU (measured: %s)".formatted(measured));
        }
        var decision = streamed(routes.deviceDecoded(measured.share()));
        return new ImageRouteDecision(decision.route(), "%s; measured: %s".formatted(decision.reason(), measured));
    }

    private Optional<String> measurementObstacle() {
        if (plan.device().deterministic()) { // two measurements are never the same
            return Optional.of("throughput is not measured in a deterministic run");
        }
        return plan.inputPipeline().skipCorrupt() > 0
                ? Optional.of("device decoding cannot skip corrupt images")
                : Optional.empty();
    }

    private Optional<String> decoderObstacle() {
        return DeviceJpegDecoder.engines(device) > 0
                ? Optional.empty()
                : Optional.of("%s has no hardware JPEG decoder".formatted(device));
    }

    /** Why parameters cannot describe the augmentation of some phase; looks at no image. */
    private Optional<String> refusal(ImageRoute route) {
        try {
            for (var phase : plan.phases()) {
                var shape = PlannedPhases.shape(phase, dataset);
                var augmentation = PhaseTrainingData.augmentation(plan, transforms, phase, shape);
                dataset.training().trainingRows(route, augmentation, new Seed(0));
            }
            return Optional.empty();
        } catch (StokerException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    /** The same of streamed images, whose sizes need not be known for it. */
    private Optional<String> streamedRefusal() {
        var shape = dataset.shape();
        return refusal(
                new ImageRoute.DeviceAugmented(new ImageRowLayout(shape.bytes(), shape.height(), shape.width())));
    }

    /** Between two phases the input of the last one is in memory beside that of the current one. */
    private Bytes deviceMemory(ImageRoute.Streamed route) {
        var phases = plan.phases();
        int batch = phases.stream()
                .mapToInt((PhasePlan phase) -> PhaseTrainingData.batch(plan, phase))
                .max()
                .orElseThrow();
        int inputs = phases.size() > 1 ? 2 : 1;
        return new Bytes(inputs * route.deviceMemory(batch).count());
    }

    private Optional<String> memoryObstacle(ImageRoute.Streamed route) {
        return device instanceof Device.Cuda cuda ? memoryObstacle(deviceMemory(route), cuda) : Optional.empty();
    }

    private static Optional<String> memoryObstacle(Bytes bytes, Device.Cuda device) {
        var free = new Bytes(GpuSettings.freeMemory(device));
        return bytes.count() <= MAX_AUTO_MEMORY_SHARE * free.count()
                ? Optional.empty()
                : Optional.of("the images (%s) would take more than a quarter of the %s that %s has free"
                        .formatted(bytes, free, device));
    }

    private ImageRouteDecision streamed(ImageRoute.Streamed route) {
        String where = switch (route) {
            case ImageRoute.DeviceAugmented _ -> "decoded on the CPU, augmented on %s".formatted(device);
            case ImageRoute.DeviceDecoded decoded -> deviceDecoded(decoded.share());
        };
        var layout = route.layout();
        return new ImageRouteDecision(
                route,
                "%s (at most %d×%d pixels per image, %s)"
                        .formatted(where, layout.cellHeight(), layout.cellWidth(), deviceMemory(route)));
    }

    private String deviceDecoded(double share) {
        int decoders = DeviceJpegDecoder.engines(device);
        String hardware = decoders > 0 ? " (%d hardware decoders)".formatted(decoders) : "";
        String workers = share < 1 ? ", %.0f %% on CPU workers".formatted(100 * (1 - share)) : "";
        return "decoded and augmented on %s%s%s".formatted(device, hardware, workers);
    }
}
