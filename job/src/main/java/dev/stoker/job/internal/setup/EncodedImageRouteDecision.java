package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
import dev.stoker.datasets.DeviceAugmentedImageSplit.Decoding;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.internal.setup.ImageRouteDecision.RouteKind;
import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.DevicePlacementOptions.Resident;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import dev.stoker.train.DeviceImageSource;
import java.util.Optional;

/** Decides for photographs, which come with each batch: who decodes them, and who makes training images of them. */
record EncodedImageRouteDecision(
        Plan plan, ImageDataset set, Device device, PipelineResources resources, DeviceAugmentedImageSplit part) {

    static ImageRouteDecision of(Plan plan, ImageDataset set, Device device, PipelineResources resources) {
        var travel = new EncodedImageRouteDecision(
                plan, set, device, resources, set.training().deviceAugmented().orElseThrow());
        if (plan.placement().resident() == Resident.ON) {
            throw refused("%s is no set of small images that lie in memory".formatted(set.name()), "--resident");
        }
        if (plan.placement().augment() == AugmentDevice.CPU) {
            return ImageRouteDecision.onHost("made by workers, as asked");
        }
        boolean asked = plan.placement().augment() == AugmentDevice.DEVICE
                || plan.placement().decode() == DecodeDevice.DEVICE;
        return asked ? travel.asAsked() : travel.automatic();
    }

    private static StokerException refused(String why, String key) {
        return new StokerException(
                "training images cannot be made on the device: %s; leave %s out".formatted(why, key));
    }

    private ImageRouteDecision asAsked() {
        refusal().ifPresent(why -> {
            throw refused(why, "--augment and --decode");
        });
        if (plan.placement().decode() == DecodeDevice.DEVICE) {
            DeviceJpegDecoder.whyNot(device).ifPresent(why -> {
                throw refused(why, "--decode");
            });
        }
        boolean files = plan.placement().decode() == DecodeDevice.DEVICE
                || (plan.placement().decode() == DecodeDevice.AUTO && DeviceJpegDecoder.engines(device) > 0);
        var decoding = files ? new Decoding.OnDevice(plan.placement().decodeShare()) : new Decoding.ByWorkers();
        var layout = part.layout(decoding);
        memoryObstacle(layout).ifPresent(why -> {
            throw refused(why, "--augment and --decode");
        });
        return here(decoding, layout);
    }

    private ImageRouteDecision automatic() {
        if (device instanceof Device.Cpu) {
            return ImageRouteDecision.onHost("made by workers, which are as fast as the CPU itself");
        }
        if (plan.placement().decode() == DecodeDevice.CPU) {
            return ImageRouteDecision.onHost("made by workers, who decode them as asked");
        }
        var obstacle = refusal()
                .or(() -> DeviceJpegDecoder.whyNot(device))
                .or(this::decoderObstacle)
                .or(this::measurementObstacle)
                .or(() -> memoryObstacle(part.layout(new Decoding.OnDevice(1))));
        return obstacle.map(why -> ImageRouteDecision.onHost("made by workers: " + why))
                .orElseGet(this::measured);
    }

    private ImageRouteDecision measured() {
        var phase = plan.phases().getLast();
        var augmentation = PhaseTrainingData.augmentation(plan, phase, PlannedPhases.shape(phase, set));
        DecodingThroughput trial;
        try {
            trial = DecodingThroughput.of(set.training(), augmentation, device, plan, resources);
        } catch (CorruptDataException damage) {
            throw damage;
        } catch (StokerException failure) {
            return ImageRouteDecision.onHost("made by workers: " + failure.getMessage());
        }
        if (trial.share() == 0) {
            return ImageRouteDecision.onHost("made by workers (%s)".formatted(trial));
        }
        var decoding = new Decoding.OnDevice(trial.share());
        var route = here(decoding, part.layout(decoding));
        return route.withNote("%s; tried: %s".formatted(route.note(), trial));
    }

    private Optional<String> measurementObstacle() {
        if (plan.device().deterministic()) { // two measurements are never the same
            return Optional.of("who is faster is not measured for a deterministic run");
        }
        return plan.inputPipeline().skipCorrupt() > 0
                ? Optional.of("a device cannot leave out what turns out to be damaged when it is decoded")
                : Optional.empty();
    }

    private Optional<String> decoderObstacle() {
        return DeviceJpegDecoder.engines(device) > 0
                ? Optional.empty()
                : Optional.of("%s has no engine that only decodes".formatted(device));
    }

    /** Why parameters cannot stand for the images of this plan. */
    private Optional<String> refusal() {
        try {
            for (var phase : plan.phases()) {
                var shape = PlannedPhases.shape(phase, set);
                var any = new ImageRowLayout(shape.bytes(), shape.height(), shape.width());
                part.drawn(PhaseTrainingData.augmentation(plan, phase, shape), new Seed(0), any, decoding(plan));
            }
            return Optional.empty();
        } catch (StokerException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    /** Who decodes by a plan in which that is settled. */
    static Decoding decoding(Plan plan) {
        return plan.placement().decode() == DecodeDevice.DEVICE
                ? new Decoding.OnDevice(plan.placement().decodeShare())
                : new Decoding.ByWorkers();
    }

    /** Between phases the place of the last one is there besides that of the present one. */
    private Bytes cells(ImageRowLayout layout) {
        var phases = plan.phases();
        int batch = phases.stream()
                .mapToInt(phase -> phase.batch().orElse(plan.training().batchSize())
                        * plan.step().accumulate())
                .max()
                .orElseThrow();
        int inputs = phases.size() > 1 ? 2 : 1;
        return new Bytes(inputs * DeviceImageSource.Streamed.cellBytes(layout, batch));
    }

    private Optional<String> memoryObstacle(ImageRowLayout layout) {
        return device instanceof Device.Cuda cuda
                ? ImageRouteDecision.memoryObstacle(cells(layout), cuda)
                : Optional.empty();
    }

    private ImageRouteDecision here(Decoding decoding, ImageRowLayout layout) {
        String room =
                " (%d×%d pixels each at most, %s)".formatted(layout.cellHeight(), layout.cellWidth(), cells(layout));
        return switch (decoding) {
            case Decoding.ByWorkers _ ->
                new ImageRouteDecision(
                        RouteKind.DEVICE_AUGMENTED,
                        Optional.of(layout),
                        1,
                        "made on %s of pixels".formatted(device) + room);
            case Decoding.OnDevice(double share) ->
                new ImageRouteDecision(
                        RouteKind.DEVICE_DECODED, Optional.of(layout), share, deviceDecodingNote(share) + room);
        };
    }

    private String deviceDecodingNote(double share) {
        int engines = DeviceJpegDecoder.engines(device);
        String by = engines > 0 ? ", which has %d engines for it".formatted(engines) : "";
        String rest = share < 1 ? ", but for %.0f %% that workers make".formatted(100 * (1 - share)) : "";
        return "decoded and made on %s%s%s".formatted(device, by, rest);
    }
}
