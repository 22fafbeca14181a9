package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
import dev.stoker.job.plan.value.CacheMode;
import dev.stoker.job.plan.value.ShuffleMode;
import java.util.List;

/** What is kept of images, and the order in which they come. */
final class OrderAndCacheChecks {
    static final List<Check> ALL = List.of(new Cache(), new ShuffleWindow());

    private OrderAndCacheChecks() {}

    /** Images that would fit into memory are read again in each epoch. */
    record Cache() implements Check {
        @Override
        public String name() {
            return "cache";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.data().stored().isEmpty()) {
                return Finding.notApplicable(this, "the images are in memory");
            }
            if (!(facts.plan().inputPipeline().cache() instanceof CacheMode.None)) {
                return Finding.ok(
                        this, "cache %s".formatted(facts.plan().inputPipeline().cache()));
            }
            if (facts.plan().training().epochs() < 2) {
                return Finding.notApplicable(this, "one epoch reads every image once");
            }
            var bytes = facts.data().stored().orElseThrow().bytes();
            Bytes limit = facts.data().cacheLimit();
            double held = Math.min(1, (double) limit.count() / Math.max(1, bytes.count()));
            double gain = StorageChecks.withoutWork(facts, held * facts.input().reading());
            String evidence = "a cache in memory would hold %s of the %s; reading takes %s of an image's time"
                    .formatted(
                            Words.percent(held),
                            bytes,
                            Words.percent(facts.input().share(facts.input().reading())));
            // Reads that do not wait come from the page cache, which holds the files already.
            return held == 1 && WorkerChecks.waitsForDisk(facts) && gain >= Finding.NOTABLE
                    ? Finding.found(
                            this,
                            evidence,
                            "keep encoded images after the first epoch: --cache memory",
                            PlanChange.of("cache", "memory"),
                            gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** Images of one class stay together. */
    record ShuffleWindow() implements Check {
        /** A window with fewer classes than this share of all makes batches one-sided. */
        private static final double FEW = 0.5;

        @Override
        public String name() {
            return "shuffle-window";
        }

        /** The blocks of a group come from anywhere, so each counts as much as a run of one class that it is a part of. */
        private static int mixed(ShuffleMode.Blocks blocks, double run) {
            return (int) Math.min(Integer.MAX_VALUE, blocks.group() * Math.max(blocks.images(), run));
        }

        @Override
        public Finding inspect(Facts facts) {
            var shuffle = facts.plan().inputPipeline().shuffle();
            int window = switch (shuffle) {
                case ShuffleMode.Full _ -> facts.data().images();
                case ShuffleMode.Blocks blocks ->
                    mixed(blocks, facts.data().sameClassRun().orElse(1));
                case ShuffleMode.Window some -> some.images();
                case ShuffleMode.None _ -> facts.plan().training().batchSize();
            };
            if (window >= facts.data().images()) {
                return Finding.ok(
                        this,
                        "shuffle %s mixes all %,d images"
                                .formatted(shuffle, facts.data().images()));
            }
            if (facts.data().sameClassRun().isEmpty()) {
                return Finding.unknown(this, "the order of classes was not looked at", "use --shuffle full");
            }
            double run = facts.data().sameClassRun().getAsDouble();
            double inWindow = window / run;
            String evidence = "shuffle %s mixes %,d images, and %,.0f of one class follow each other as they are stored"
                    .formatted(shuffle, window, run);
            return inWindow < FEW * facts.data().classes() && run > 2
                    ? Finding.found(
                            this,
                            evidence,
                            "mix all images: --shuffle full",
                            PlanChange.of("shuffle", "full").changingLearning(),
                            1)
                    : Finding.ok(this, evidence);
        }
    }
}
