package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.data.Resources;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.TravellingPart;
import dev.stoker.datasets.TravellingPart.Decoding;
import dev.stoker.job.Residence.Making;
import dev.stoker.job.plan.PlaceChapter.AugmentPlace;
import dev.stoker.job.plan.PlaceChapter.DecodePlace;
import dev.stoker.job.plan.PlaceChapter.Resident;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.PictureDecoder;
import dev.stoker.train.DrawnPictures;
import java.util.Optional;

/** Decides for photographs, which come with each batch: who decodes them, and who makes training pictures of them. */
record Travel(Plan plan, ImageSet set, Device device, Resources resources, TravellingPart part) {

    static Residence of(Plan plan, ImageSet set, Device device, Resources resources) {
        var travel = new Travel(
                plan, set, device, resources, set.training().travelling().orElseThrow());
        if (plan.places().resident() == Resident.ON) {
            throw refused("%s is no set of small pictures that lie in memory".formatted(set.name()), "--resident");
        }
        if (plan.places().augment() == AugmentPlace.CPU) {
            return Residence.byWorkers("made by workers, as asked");
        }
        boolean asked =
                plan.places().augment() == AugmentPlace.DEVICE || plan.places().decode() == DecodePlace.DEVICE;
        return asked ? travel.asAsked() : travel.automatic();
    }

    private static StokerException refused(String why, String key) {
        return new StokerException(
                "training pictures cannot be made on the device: %s; leave %s out".formatted(why, key));
    }

    private Residence asAsked() {
        refusal().ifPresent(why -> {
            throw refused(why, "--augment and --decode");
        });
        if (plan.places().decode() == DecodePlace.DEVICE) {
            PictureDecoder.whyNot(device).ifPresent(why -> {
                throw refused(why, "--decode");
            });
        }
        boolean files = plan.places().decode() == DecodePlace.DEVICE
                || (plan.places().decode() == DecodePlace.AUTO && PictureDecoder.engines(device) > 0);
        var decoding = files ? new Decoding.OnDevice(plan.places().decodeShare()) : new Decoding.ByWorkers();
        var layout = part.layout(decoding);
        tooMuch(layout).ifPresent(why -> {
            throw refused(why, "--augment and --decode");
        });
        return here(decoding, layout);
    }

    private Residence automatic() {
        if (device instanceof Device.Cpu) {
            return Residence.byWorkers("made by workers, which are as fast as the CPU itself");
        }
        if (plan.places().decode() == DecodePlace.CPU) {
            return Residence.byWorkers("made by workers, who decode them as asked");
        }
        var obstacle = refusal()
                .or(() -> PictureDecoder.whyNot(device))
                .or(this::noEngine)
                .or(this::mayNotMeasure)
                .or(() -> tooMuch(part.layout(new Decoding.OnDevice(1))));
        return obstacle.map(why -> Residence.byWorkers("made by workers: " + why))
                .orElseGet(this::measured);
    }

    private Residence measured() {
        var phase = plan.phases().getLast();
        var augmentation = PlannedData.augmentation(plan, phase, PlannedPhases.shape(phase, set));
        DecodingTrial trial;
        try {
            trial = DecodingTrial.of(set.training(), augmentation, device, plan, resources);
        } catch (CorruptDataException damage) {
            throw damage;
        } catch (StokerException failure) {
            return Residence.byWorkers("made by workers: " + failure.getMessage());
        }
        if (trial.share() == 0) {
            return Residence.byWorkers("made by workers (%s)".formatted(trial));
        }
        var decoding = new Decoding.OnDevice(trial.share());
        var residence = here(decoding, part.layout(decoding));
        return residence.noted("%s; tried: %s".formatted(residence.note(), trial));
    }

    private Optional<String> mayNotMeasure() {
        if (plan.machine().deterministic()) { // two measurements are never the same
            return Optional.of("who is faster is not measured for a deterministic run");
        }
        return plan.input().skipCorrupt() > 0
                ? Optional.of("a device cannot leave out what turns out to be damaged when it is decoded")
                : Optional.empty();
    }

    private Optional<String> noEngine() {
        return PictureDecoder.engines(device) > 0
                ? Optional.empty()
                : Optional.of("%s has no engine that only decodes".formatted(device));
    }

    /** Why parameters cannot stand for the pictures of this plan. */
    private Optional<String> refusal() {
        try {
            for (var phase : plan.phases()) {
                var shape = PlannedPhases.shape(phase, set);
                var any = new PictureRows(shape.bytes(), shape.height(), shape.width());
                part.drawn(PlannedData.augmentation(plan, phase, shape), new Seed(0), any, decoding(plan));
            }
            return Optional.empty();
        } catch (StokerException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    /** Who decodes by a plan in which that is settled. */
    static Decoding decoding(Plan plan) {
        return plan.places().decode() == DecodePlace.DEVICE
                ? new Decoding.OnDevice(plan.places().decodeShare())
                : new Decoding.ByWorkers();
    }

    /** Between phases the place of the last one is there besides that of the present one. */
    private Bytes cells(PictureRows layout) {
        var phases = plan.phases();
        int batch = phases.stream()
                .mapToInt(phase -> phase.batch().orElse(plan.length().batch())
                        * plan.step().accumulate())
                .max()
                .orElseThrow();
        int inputs = phases.size() > 1 ? 2 : 1;
        return new Bytes(inputs * DrawnPictures.Travelling.cellBytes(layout, batch));
    }

    private Optional<String> tooMuch(PictureRows layout) {
        return device instanceof Device.Cuda cuda ? Residence.tooMuch(cells(layout), cuda) : Optional.empty();
    }

    private Residence here(Decoding decoding, PictureRows layout) {
        String room =
                " (%d×%d pixels each at most, %s)".formatted(layout.cellHeight(), layout.cellWidth(), cells(layout));
        return switch (decoding) {
            case Decoding.ByWorkers _ ->
                new Residence(
                        Making.OF_PIXELS, Optional.of(layout), 1, "made on %s of pixels".formatted(device) + room);
            case Decoding.OnDevice(double share) ->
                new Residence(Making.OF_FILES, Optional.of(layout), share, decodedHere(share) + room);
        };
    }

    private String decodedHere(double share) {
        int engines = PictureDecoder.engines(device);
        String by = engines > 0 ? ", which has %d engines for it".formatted(engines) : "";
        String rest = share < 1 ? ", but for %.0f %% that workers make".formatted(100 * (1 - share)) : "";
        return "decoded and made on %s%s%s".formatted(device, by, rest);
    }
}
