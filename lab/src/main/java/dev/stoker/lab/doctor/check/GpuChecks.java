package dev.stoker.lab.doctor.check;

import dev.stoker.lab.scaling.RankScaling;
import java.util.List;
import java.util.Optional;

/** GPUs as their driver sees them. */
final class GpuChecks {
    static final List<Check> ALL = List.of(
            new UnusedGpu(), new Persistence(), new Throttling(), new PcieWidth(), new Communication(), new Scaling());

    private static final String NONE = "there is no GPU";
    private static final String ONE_RANK = "one rank was measured; `--ranks N` measures more";

    private GpuChecks() {}

    /** A GPU that the plan does not use. */
    record UnusedGpu() implements TriedCheck {
        @Override
        public String name() {
            return "idle-gpus";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            return facts.onGpu() || facts.machine().gpus().isEmpty()
                    ? Optional.empty()
                    : Optional.of(PlanChange.of("device", "auto"));
        }

        @Override
        public Finding untried(Facts facts) {
            int gpus = facts.machine().gpus().size();
            if (gpus == 0) {
                return Finding.notApplicable(this, NONE);
            }
            if (gpus > 1) {
                return several(facts, gpus);
            }
            return facts.onGpu()
                    ? Finding.ok(this, "the only GPU computes the steps")
                    : Finding.ok(this, "the GPU is not used, and steps are not what limits");
        }

        private Finding several(Facts facts, int gpus) {
            if (facts.ranks().filter(ranks -> ranks.ranks() >= gpus).isPresent()) {
                return Finding.ok(this, "%d GPUs, each with a rank".formatted(gpus));
            }
            return Finding.found(
                    this,
                    "1 of %d GPUs trains".formatted(gpus),
                    "a rank for each: --strategy mirrored; see what they give with `doctor --ranks %d`".formatted(gpus),
                    1);
        }

        @Override
        public String present(Facts facts) {
            return "device cpu";
        }

        @Override
        public String advice(PlanChange change) {
            return "train on the GPU: --device auto";
        }
    }

    /** A driver that is loaded anew by each process. */
    record Persistence() implements Check {
        @Override
        public String name() {
            return "persistence-mode";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.machine().gpus().isEmpty()) {
                return Finding.notApplicable(this, NONE);
            }
            var state = facts.machine().gpus().getFirst().persistence();
            if (state.isEmpty()) {
                return Finding.unknown(this, "the driver does not say", "see `nvidia-smi -q`");
            }
            return state.orElseThrow()
                    ? Finding.ok(this, "the driver stays loaded")
                    : Finding.found(
                            this,
                            "the driver is unloaded when no process uses it, which slows down each start",
                            "as administrator: `nvidia-smi -pm 1`",
                            1);
        }
    }

    /** Clocks that were lowered while it was measured. */
    record Throttling() implements Check {
        @Override
        public String name() {
            return "throttling";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.machine().gpus().isEmpty()) {
                return Finding.notApplicable(this, NONE);
            }
            var reasons = facts.machine().gpus().getFirst().throttling();
            if (reasons.isEmpty()) {
                return Finding.ok(this, "the clocks were not lowered");
            }
            String evidence = "the clocks were lowered: " + String.join(", ", reasons);
            boolean hot =
                    reasons.stream().anyMatch(reason -> reason.contains("thermal") || reason.contains("hardware"));
            return hot
                    ? Finding.found(this, evidence, "better cooling, or a lower power limit that is steady", 1)
                    : Finding.ok(this, evidence);
        }
    }

    /** A link with fewer lanes than it could have. */
    record PcieWidth() implements Check {
        @Override
        public String name() {
            return "pcie-width";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.machine().gpus().isEmpty()) {
                return Finding.notApplicable(this, NONE);
            }
            var link = facts.machine().gpus().getFirst().link();
            if (link.isEmpty()) {
                return Finding.unknown(this, "the driver does not say", "see `nvidia-smi -q`");
            }
            var lanes = link.orElseThrow();
            String evidence = "%d of %d lanes; copies alone give %s"
                    .formatted(
                            lanes.width(),
                            lanes.maximumWidth(),
                            Words.rate(facts.rates().copyLimit()));
            boolean limits = facts.rates().copyLimit()
                    < 1.1 * Math.min(facts.rates().input(), facts.rates().steps());
            return lanes.width() < lanes.maximumWidth() && limits
                    ? Finding.found(this, evidence, "another slot, or fewer devices on the same switch", 1)
                    : Finding.ok(this, evidence);
        }
    }

    /** Gradients that ranks exchange. */
    record Communication() implements Check {
        @Override
        public String name() {
            return "communication";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.ranks().isEmpty()) {
                return Finding.notApplicable(this, ONE_RANK);
            }
            var ranks = facts.ranks().get();
            String evidence = "%d ranks wait for gradients in %s of a step"
                    .formatted(ranks.ranks(), Words.percent(ranks.communicationShare()));
            double halved = 1 / (1 - ranks.communicationShare() / 2);
            boolean compressed = facts.plan().distributed().settings().bytesPerGradient() < Float.BYTES;
            return halved < Finding.NOTABLE
                    ? Finding.ok(this, evidence)
                    : Finding.found(
                            this,
                            evidence,
                            compressed
                                    ? "a faster link between ranks, larger batches, or `--accumulate`"
                                    : "16-bit gradients: --gradient-compression bf16; or larger batches",
                            halved);
        }
    }

    /** What each further rank adds. */
    record Scaling() implements Check {
        private static final double SOUND = 0.9;

        @Override
        public String name() {
            return "scaling";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.ranks().isEmpty()) {
                return Finding.notApplicable(this, ONE_RANK);
            }
            var ranks = facts.ranks().get();
            String evidence =
                    "%d ranks reach %.2f times the images/s of one (%s); %s of a step waits for gradients, %s for the slowest rank"
                            .formatted(
                                    ranks.ranks(),
                                    ranks.speedup(),
                                    Words.rate(ranks.together()),
                                    Words.percent(ranks.communicationShare()),
                                    Words.percent(ranks.stragglerShare()));
            return ranks.efficiency() >= SOUND
                    ? Finding.ok(this, evidence)
                    : Finding.found(this, evidence, advice(ranks), 1);
        }

        /** About what costs most. */
        private static String advice(RankScaling ranks) {
            double lost = 1 - ranks.efficiency();
            if (ranks.stragglerShare() > Math.max(lost / 2, ranks.communicationShare())) {
                return "equal devices with as many cores for each, since all wait for the slowest";
            }
            return ranks.communicationShare() > lost / 2
                    ? "see communication"
                    : "ranks of one host share its cores, memory and disk: fewer workers for each, or more hosts";
        }
    }
}
