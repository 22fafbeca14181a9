package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
import java.util.List;
import java.util.Map;

/** How images are stored. */
final class StorageChecks {
    static final List<Check> ALL = List.of(new SmallFiles(), new ShardSize(), new ImageSize(), new ParseCost());

    /** A record of a shard is one read; a file is found, opened, read and closed. */
    private static final double READING_OF_A_RECORD = 0.3;

    private StorageChecks() {}

    /** Every image is a file. */
    record SmallFiles() implements Check {
        @Override
        public String name() {
            return "small-files";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.data().stored().isEmpty()) {
                return Finding.notApplicable(this, "the images are in memory");
            }
            var stored = facts.data().stored().orElseThrow();
            var cost = facts.input();
            String reading = "reading takes %s of an image's %s on a worker (%s)"
                    .formatted(
                            Words.time(cost.reading()),
                            Words.time(cost.busy()),
                            Words.percent(cost.share(cost.reading())));
            if (!stored.inFiles()) {
                return Finding.ok(
                        this, "%,d files of %s; %s".formatted(stored.files(), stored.bytesPerFile(), reading));
            }
            double gain = withoutWork(facts, (1 - READING_OF_A_RECORD) * cost.reading());
            String evidence =
                    "%,d files of %s on average; %s".formatted(stored.files(), stored.bytesPerFile(), reading);
            if (gain < Finding.NOTABLE || facts.data().source().isEmpty()) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(
                    this,
                    evidence,
                    "write the images into shards: `stoker prepare`, or --fix --prepare FOLDER",
                    PlanChange.prepared(Map.of(), false),
                    gain);
        }
    }

    /** Very small shards are opened too often; few very large ones cannot be copied or moved in parallel. */
    record ShardSize() implements Check {
        private static final Bytes SMALL = new Bytes(4L << 20);
        private static final int MANY = 64;

        @Override
        public String name() {
            return "shard-size";
        }

        @Override
        public Finding inspect(Facts facts) {
            var stored = facts.data().stored().filter(found -> !found.inFiles());
            if (stored.isEmpty()) {
                return Finding.notApplicable(this, "the images are not in shards");
            }
            var shards = stored.orElseThrow();
            String evidence = "%,d shards of %s".formatted(shards.files(), shards.bytesPerFile());
            boolean small = shards.files() > MANY && shards.bytesPerFile().compareTo(SMALL) < 0;
            double gain = withoutWork(facts, facts.input().reading() / 2);
            return small && gain >= Finding.NOTABLE
                    ? Finding.found(
                            this, evidence, "prepare the images again with shards of 100 MB (--shard-size)", gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** Images are decoded at a size that the crop throws away. */
    record ImageSize() implements Check {
        /** What a random crop needs to keep its detail. */
        private static final double MARGIN = 1.25;

        /** A JPEG is decoded at the size that its crop needs; what stays is reading its code, pixel by pixel. */
        private static final double WITHOUT_PIXELS = 0.5;

        /** An advice that changes images needs a gain that is worth it. */
        private static final double WORTH_IT = 1.1;

        @Override
        public String name() {
            return "image-size";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.data().stored().isEmpty()) {
                return Finding.notApplicable(this, "the images are in memory, in the size of the model");
            }
            var stored = facts.data().stored().orElseThrow();
            var size = facts.plan().data().size();
            int needed = (int) Math.ceil(MARGIN * Math.max(size.height(), size.width()) / 8) * 8;
            String evidence = "images of %d×%d pixels, crops of %d×%d"
                    .formatted(stored.width(), stored.height(), size.width(), size.height());
            double kept = Math.pow((double) needed / stored.shorterSide(), 2);
            if (kept >= 0.5) {
                return Finding.ok(this, evidence);
            }
            var cost = facts.input();
            double gain = withoutWork(facts, WITHOUT_PIXELS * (1 - kept) * cost.decoding());
            if (gain < WORTH_IT || facts.data().source().isEmpty()) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(
                    this,
                    evidence
                            + "; decoding takes %s of an image's time"
                                    .formatted(Words.percent(cost.share(cost.decoding()))),
                    "store them at %d pixels on the shorter side: `stoker prepare --resize %d`"
                            .formatted(needed, needed),
                    PlanChange.prepared(Map.of("resize", String.valueOf(needed)), true),
                    gain);
        }
    }

    /** The format of images costs more than anything else. */
    record ParseCost() implements Check {
        private static final double MUCH = 0.5;

        /** Small images have little to decode. */
        private static final int LARGE = 200;

        /** A PNG, by pixels; a JPEG is also decoded at the size that the crop needs. */
        private static final double SLOWER_THAN_JPEG = 3;

        @Override
        public String name() {
            return "parse-cost";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.data().stored().isEmpty()) {
                return Finding.notApplicable(this, "the images are pixels in memory");
            }
            var stored = facts.data().stored().orElseThrow();
            var cost = facts.input();
            String evidence = "decoding %s of %s takes %s of an image's %s on a worker"
                    .formatted(
                            stored.format(),
                            stored.image(),
                            Words.percent(cost.share(cost.decoding())),
                            Words.time(cost.busy()));
            double gain = withoutWork(facts, cost.decoding() * (1 - 1 / SLOWER_THAN_JPEG));
            boolean slow = !stored.format().equals("JPEG") && stored.shorterSide() >= LARGE;
            return slow && cost.computing(cost.decoding()) > MUCH && gain >= Finding.NOTABLE
                    ? Finding.found(this, evidence, "store large images as JPEG, which decodes faster", gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** The speedup where an image needed so many seconds of a worker less. */
    static double withoutWork(Facts facts, double seconds) {
        var cost = facts.input();
        double left = Math.max(1e-9, cost.busy() - seconds);
        double processor = Math.max(1e-9, cost.processor() - Math.max(0, seconds - cost.idle()));
        double input = Math.min(
                facts.rates().input() * cost.busy() / left, facts.machine().cores() / processor);
        return facts.speedupOfInput(Math.max(input, facts.rates().input()), processor);
    }
}
