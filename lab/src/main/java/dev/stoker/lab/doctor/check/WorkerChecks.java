package dev.stoker.lab.doctor.check;

import java.util.List;

/** The threads of the input pipeline, and what limits them. */
final class WorkerChecks {
    static final List<Check> ALL =
            List.of(new Workers(), new InputLimits(), new Readers(), new Requests(), new Prefetch(), new Order());

    /** With more batches ahead, parts overlap. */
    private static final int ENOUGH_BATCHES = 4;

    private WorkerChecks() {}

    /** Fewer workers than the cores could run. */
    record Workers() implements Check {
        @Override
        public String name() {
            return "workers";
        }

        @Override
        public Finding inspect(Facts facts) {
            int workers = facts.input().workers();
            String evidence = "%d %s alone %s %s, and %s of a core for each image allow %s"
                    .formatted(
                            workers,
                            workers == 1 ? "worker" : "workers",
                            workers == 1 ? "gives" : "give",
                            Words.rate(facts.rates().input()),
                            Words.time(facts.input().processor()),
                            Words.rate(mostByCores(facts)));
            if (facts.asked().inputPipeline().workers().isAuto()) {
                return Finding.ok(this, evidence + "; they are tuned while training");
            }
            double gain = facts.speedupOfInput(Math.min(2 * facts.rates().input(), mostByCores(facts)));
            if (gain < Finding.NOTABLE || waitsForDisk(facts)) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(
                    this,
                    evidence,
                    "more workers: --workers %d or more, or auto to tune them".formatted(2 * workers),
                    PlanChange.climbing("workers", 2 * workers),
                    gain);
        }
    }

    /** A limit of the plan that the input pipeline runs into. */
    record InputLimits() implements Check {
        @Override
        public String name() {
            return "input-limits";
        }

        @Override
        public Finding inspect(Facts facts) {
            var options = facts.plan().inputPipeline();
            if (options.inputCpu() == 0) {
                return facts.input().decisions().stream()
                        .filter(decision -> decision.contains("memory"))
                        .findFirst()
                        .map(decision -> Finding.found(
                                this, decision, "allow the input pipeline more memory: --input-memory", 1))
                        .orElseGet(() -> Finding.ok(this, "no limit is in the way"));
            }
            double allowed = options.inputCpu() / facts.input().processor();
            double without = Math.min(
                    facts.input().workers() / facts.input().processor(),
                    facts.machine().cores() / facts.input().processor());
            double gain = facts.speedupOfInput(Math.max(facts.rates().input(), without));
            String evidence = "input-cpu %s allows %s by %s of a core for each image"
                    .formatted(
                            options.inputCpu(),
                            Words.rate(allowed),
                            Words.time(facts.input().processor()));
            return gain >= Finding.NOTABLE && facts.rates().input() < 1.2 * allowed
                    ? Finding.found(
                            this,
                            evidence,
                            "allow the input pipeline more of the CPU: --input-cpu 0",
                            PlanChange.of("input-cpu", 0),
                            gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** Workers that wait for a disk or a network rather than compute. */
    record Readers() implements Check {
        @Override
        public String name() {
            return "readers";
        }

        @Override
        public Finding inspect(Facts facts) {
            var cost = facts.input();
            String evidence = "reading takes %s of an image's %s on a worker, of which %s are waits"
                    .formatted(
                            Words.percent(cost.share(cost.reading())),
                            Words.time(cost.busy()),
                            Words.time(Math.min(cost.idle(), cost.reading())));
            if (!waitsForDisk(facts) || cost.requests().requests() > 0) {
                return Finding.ok(this, evidence);
            }
            double gain = facts.speedupOfInput(Math.min(2 * facts.rates().input(), mostByCores(facts)));
            var options = facts.asked().inputPipeline();
            if (gain < Finding.NOTABLE
                    || (options.workers().isAuto() && options.readers().isAuto())) {
                return Finding.ok(this, evidence + "; readers and workers are tuned while training");
            }
            int workers = 2 * cost.workers();
            return options.workers().isAuto()
                    ? Finding.found(
                            this,
                            evidence,
                            "more reads at a time: --readers auto",
                            PlanChange.of("readers", "auto"),
                            gain)
                    : Finding.found(
                            this,
                            evidence,
                            "more reads at a time: --workers %d or more, or auto; shards or --cache memory read less often"
                                    .formatted(workers),
                            PlanChange.climbing("workers", workers),
                            gain);
        }
    }

    /** Data that is not on this machine, and comes too slowly. */
    record Requests() implements Check {
        @Override
        public String name() {
            return "requests";
        }

        @Override
        public Finding inspect(Facts facts) {
            var requests = facts.input().requests();
            if (requests.requests() == 0) {
                return Finding.notApplicable(this, "the data is on this machine");
            }
            String evidence = "%,d requests at once gave %.1f MB/s, half of them answered within %s"
                    .formatted(
                            requests.mostUnderWay(),
                            requests.bandwidth() * 1e-6,
                            Words.time(requests.latencyMedian().toNanos() * 1e-9));
            if (!waitsForDisk(facts) || !facts.wantsInput()) {
                return Finding.ok(this, evidence);
            }
            double gain = facts.speedupOfInput(Math.min(2 * facts.rates().input(), mostByCores(facts)));
            return requests.limitedByMemory().compareTo(requests.limitedByRequests()) > 0
                    ? Finding.found(
                            this,
                            evidence + ", and memory for more was missing: the latency of the storage is the limit",
                            "more requests at once: more --input-memory; fewer by reading neighbors together:"
                                    + " --shuffle blocks:64x8",
                            gain)
                    : Finding.found(
                            this,
                            evidence + ", and more were no faster: the bandwidth of the storage is the limit",
                            "keep what was read on a disk of this machine (--near FOLDER, or --cache), or train in the"
                                    + " region of the storage",
                            gain);
        }
    }

    /** Too few batches ahead for workers and training to run at the same time. */
    record Prefetch() implements Check {
        @Override
        public String name() {
            return "prefetch";
        }

        @Override
        public List<Trial> trials(Facts facts) {
            return isFew(facts) ? List.of(Trial.everything(more())) : List.of();
        }

        @Override
        public Finding inspect(Facts facts) {
            String evidence = "workers had no free batch for %s of their time, and training waited for input %s of its"
                            .formatted(
                                    Words.percent(facts.input().blocked()),
                                    Words.percent(facts.input().waiting()))
                    + " time";
            if (facts.asked().inputPipeline().prefetch().isAuto()) {
                return Finding.ok(this, evidence + "; prefetched batches are tuned while training");
            }
            double now = facts.rates().everything();
            double rate = facts.trials().of(Trial.everything(more())).orElse(now);
            if (!isFew(facts) || rate < Finding.NOTABLE * now) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(
                    this,
                    "%s; it reaches %s, and %s with %d batches ahead"
                            .formatted(evidence, Words.rate(now), Words.rate(rate), ENOUGH_BATCHES),
                    "more batches ahead: --prefetch %d or more, or auto to tune them".formatted(ENOUGH_BATCHES),
                    more(),
                    rate / now);
        }

        private static boolean isFew(Facts facts) {
            return !facts.asked().inputPipeline().prefetch().isAutoOr(batches -> batches >= ENOUGH_BATCHES);
        }

        private static PlanChange more() {
            return PlanChange.climbing("prefetch", ENOUGH_BATCHES);
        }
    }

    /** One slow image holds up a batch while others are ready. */
    record Order() implements Check {
        @Override
        public String name() {
            return "order";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.plan().device().deterministic()) {
                return Finding.notApplicable(this, "deterministic keeps the order of images");
            }
            if (facts.plan().inputPipeline().order() == dev.stoker.job.plan.InputPipelineOptions.OrderMode.RELAXED) {
                return Finding.ok(this, "batches are filled with the images that are ready first");
            }
            boolean ahead = facts.asked().inputPipeline().prefetch().isAutoOr(batches -> batches >= ENOUGH_BATCHES);
            double lost = facts.input().blocked() * facts.input().waiting();
            String evidence = "training waited for input %s of its time while workers were blocked %s of theirs"
                    .formatted(
                            Words.percent(facts.input().waiting()),
                            Words.percent(facts.input().blocked()));
            double gain = 1 / (1 - Math.min(0.9, lost));
            return ahead && gain >= 1.1
                    ? Finding.found(
                            this,
                            evidence,
                            "let batches take the images that are ready: --order relaxed (they differ from run to run)",
                            PlanChange.of("order", "relaxed").changingLearning(),
                            gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** What the cores allow, or the part of them that the plan grants. */
    private static double mostByCores(Facts facts) {
        double limit = facts.plan().inputPipeline().inputCpu();
        double cores = facts.machine().cores();
        return (limit == 0 ? cores : Math.min(limit, cores)) / facts.input().processor();
    }

    static boolean waitsForDisk(Facts facts) {
        var cost = facts.input();
        return cost.share(cost.reading()) > 0.3 && cost.idle() > 0.3 * cost.busy();
    }
}
