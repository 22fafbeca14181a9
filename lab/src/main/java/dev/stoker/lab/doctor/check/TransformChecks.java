package dev.stoker.lab.doctor.check;

import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.PlanKey;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where and how images are decoded and augmented. */
final class TransformChecks {
    static final List<Check> ALL =
            List.of(new Augmentation(), new DeviceAugmentation(), new DeviceDecoding(), new PageLockedMemory());

    private TransformChecks() {}

    /** Random transforms that cost more than the rest of the input. */
    record Augmentation() implements Check {
        /** Keys that are one operation, the more expensive first. */
        private static final List<List<String>> GROUPS = List.of(
                List.of("rand-augment", "trivial-augment", "auto-augment", "augmix"),
                List.of("blur"),
                List.of("brightness", "contrast", "saturation", "hue"),
                List.of("rotate", "translate", "scale", "shear"),
                List.of("perspective"),
                List.of("solarize", "posterize", "sharpen"),
                List.of("grayscale"),
                List.of("random-erasing", "cutout"));

        private static final double MUCH = 0.15;

        @Override
        public String name() {
            return "augmentation";
        }

        @Override
        public List<Trial> trials(Facts facts) {
            return isExpensive(facts)
                    ? Stream.concat(active(facts).stream(), together(facts).stream())
                            .map(Trial::input)
                            .toList()
                    : List.of();
        }

        @Override
        public Finding inspect(Facts facts) {
            var cost = facts.input();
            String evidence = "transforms take %s of what workers compute for an image, in %s of a core"
                    .formatted(Words.percent(cost.computing(cost.transforming())), Words.time(cost.processor()));
            return active(facts).stream()
                    .filter(change -> gain(facts, change) >= Finding.NOTABLE)
                    .max(Comparator.comparingDouble(change -> without(facts, change)))
                    // The gain of each by itself may be lost in the noise where that of all is not.
                    .or(() -> together(facts).filter(change -> gain(facts, change) >= Finding.NOTABLE))
                    .map(change -> found(facts, change, evidence))
                    .orElseGet(() -> Finding.ok(this, evidence));
        }

        private Finding found(Facts facts, PlanChange change, String evidence) {
            String names = String.join(", ", change.keys().keySet());
            return Finding.found(
                    this,
                    "%s; without %s the input alone gives %s instead of %s"
                            .formatted(
                                    evidence,
                                    names,
                                    Words.rate(without(facts, change)),
                                    Words.rate(facts.rates().input())),
                    "do without %s, or lower it".formatted(names),
                    together(facts)
                            .filter(all -> !all.equals(change))
                            .map(change::orElse)
                            .orElse(change),
                    gain(facts, change));
        }

        private static double gain(Facts facts, PlanChange change) {
            double rate = without(facts, change);
            double present = facts.rates().input();
            return rate == 0
                    ? 1
                    : facts.speedupOfInput(
                            Math.max(rate, present), facts.input().processor() * present / rate);
        }

        /** 0 where it was not tried. */
        private static double without(Facts facts, PlanChange change) {
            return facts.trials().of(Trial.input(change)).orElse(0);
        }

        private static boolean isExpensive(Facts facts) {
            return facts.wantsInput()
                    && facts.plan().placement().augment() != AugmentDevice.DEVICE
                    && facts.input().computing(facts.input().transforming()) > MUCH;
        }

        private static List<PlanChange> active(Facts facts) {
            return GROUPS.stream()
                    .flatMap(group -> without(facts, group).stream())
                    .toList();
        }

        /** All of them as one change; empty where there are not several. */
        private static Optional<PlanChange> together(Facts facts) {
            var all = active(facts);
            var keys = new LinkedHashMap<String, String>();
            all.forEach(change -> keys.putAll(change.keys()));
            return all.size() < 2
                    ? Optional.empty()
                    : Optional.of(PlanChange.of(keys).changingLearning());
        }

        private static Optional<PlanChange> without(Facts facts, List<String> group) {
            Map<String, String> keys = new LinkedHashMap<>();
            for (String key : group) {
                String off = PlanKey.named(key).defaultText();
                String text = PlanKey.named(key).text(facts.plan());
                if (!text.equals(off) && !text.equals(off + ".0")) {
                    keys.put(key, off);
                }
            }
            return keys.isEmpty()
                    ? Optional.empty()
                    : Optional.of(PlanChange.of(keys).changingLearning());
        }
    }

    /** CPU workers transform images that a GPU could transform. */
    record DeviceAugmentation() implements Check {
        @Override
        public String name() {
            return "device-augmentation";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.notApplicable(this, "a CPU computes the steps");
            }
            if (facts.plan().placement().augment() == AugmentDevice.DEVICE) {
                return Finding.ok(this, "images are augmented on the device");
            }
            String evidence = "workers augment, which takes %s of an image's time"
                    .formatted(Words.percent(facts.input().share(facts.input().transforming())));
            if (facts.asked().placement().augment() == AugmentDevice.AUTO) {
                return Finding.ok(this, evidence + "; chosen since the device cannot, or has no memory for it");
            }
            double gain = StorageChecks.withoutWork(facts, facts.input().transforming());
            return gain >= Finding.NOTABLE
                    ? Finding.found(
                            this,
                            evidence,
                            "augment on the device: --augment device",
                            PlanChange.of("augment", "device"),
                            gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** CPU workers decode JPEGs that a GPU could decode. */
    record DeviceDecoding() implements Check {
        @Override
        public String name() {
            return "device-decoding";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.notApplicable(this, "a CPU computes the steps");
            }
            boolean jpeg = facts.data()
                    .stored()
                    .filter(stored -> stored.format().equals("JPEG"))
                    .isPresent();
            if (!jpeg) {
                return Finding.notApplicable(this, "the images are not JPEGs");
            }
            if (facts.plan().placement().decode() == DecodeDevice.DEVICE) {
                return Finding.ok(
                        this,
                        "the device decodes %s of the images"
                                .formatted(
                                        Words.percent(facts.plan().placement().decodeShare())));
            }
            var cost = facts.input();
            String evidence = "workers decode, which takes %s of an image's %s"
                    .formatted(Words.percent(cost.share(cost.decoding())), Words.time(cost.busy()));
            if (facts.asked().placement().decode() == DecodeDevice.AUTO) {
                return Finding.ok(this, evidence + "; chosen by a measurement of both");
            }
            double gain = StorageChecks.withoutWork(facts, cost.decoding() + cost.transforming());
            return gain >= Finding.NOTABLE
                    ? Finding.found(
                            this,
                            evidence,
                            "decode and augment on the device: --augment device --decode device",
                            onDevice(),
                            gain)
                    : Finding.ok(this, evidence);
        }

        private static PlanChange onDevice() {
            var keys = new LinkedHashMap<String, String>();
            keys.put("augment", "device");
            keys.put("decode", "device");
            return PlanChange.of(keys);
        }
    }

    /** Copies from memory that the driver must copy first. */
    record PageLockedMemory() implements Check {
        @Override
        public String name() {
            return "page-locked-memory";
        }

        @Override
        public Finding inspect(Facts facts) {
            return facts.onGpu()
                    ? Finding.ok(
                            this,
                            "workers write batches into page-locked memory; copies alone give "
                                    + Words.rate(facts.rates().copyLimit()))
                    : Finding.notApplicable(this, "nothing is copied to a device");
        }
    }
}
