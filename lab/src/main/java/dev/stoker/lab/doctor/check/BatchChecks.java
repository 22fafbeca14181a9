package dev.stoker.lab.doctor.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The batch size and what follows from it. */
final class BatchChecks {
    static final List<Check> ALL = List.of(new BatchHeadroom(), new MultiplesOfEight(), new Accumulation());

    private BatchChecks() {}

    /** Steps so small that what each of them costs besides its images counts. */
    record BatchHeadroom() implements Check {
        private static final double WORTH_IT = 1.1;
        private static final double MEMORY = 0.45;
        private static final int FEWEST_STEPS = 4;

        @Override
        public String name() {
            return "batch";
        }

        @Override
        public List<Trial> trials(Facts facts) {
            return isPromising(facts) ? List.of(Trial.steps(doubled(facts))) : List.of();
        }

        @Override
        public Finding inspect(Facts facts) {
            int batch = facts.plan().training().batchSize();
            var steps = facts.trials().of(Trial.steps(doubled(facts)));
            if (steps.isEmpty()) {
                return Finding.ok(
                        this,
                        "batch %d; steps are not what limits, or hardly faster with larger batches".formatted(batch));
            }
            double gain = facts.speedupOfSteps(steps.getAsDouble());
            String evidence = "steps by themselves give %s with batch %d and %s with %d"
                    .formatted(Words.rate(facts.rates().steps()), batch, Words.rate(steps.getAsDouble()), 2 * batch);
            boolean fits = facts.step().deviceMemoryShare().orElse(0) < MEMORY;
            boolean enough = facts.schedule().trainingImages() >= 2 * batch * FEWEST_STEPS;
            if (gain < WORTH_IT || !fits || !enough) {
                return Finding.ok(this, evidence);
            }
            return Finding.found(
                    this,
                    evidence,
                    "larger batches: --batch %d or more, with the learning rate that fits (`stoker tune lr`)"
                            .formatted(2 * batch),
                    doubled(facts),
                    gain);
        }

        private static PlanChange doubled(Facts facts) {
            return PlanChange.climbing("batch", 2 * facts.plan().training().batchSize())
                    .changingLearning();
        }

        /** Worth a trial, by what half of the batch gives. */
        private static boolean isPromising(Facts facts) {
            var twice = stepsOfTwice(facts);
            return facts.wantsSteps() && (twice.isEmpty() || facts.speedupOfSteps(twice.getAsDouble()) >= WORTH_IT);
        }

        /** A step is taken to cost something, and something more for each image; two measured sizes tell both. */
        private static OptionalDouble stepsOfTwice(Facts facts) {
            double steps = facts.rates().steps();
            var half = facts.rates().halfSteps();
            return half.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(2 / Math.max(1 / steps, 3 / steps - 1 / half.getAsDouble()));
        }
    }

    /** Tensor cores take blocks of 8. */
    record MultiplesOfEight() implements Check {
        private static final int BLOCK = 8;
        private static final double MUCH = 0.1;

        @Override
        public String name() {
            return "multiples-of-8";
        }

        @Override
        public List<Trial> trials(Facts facts) {
            return facts.onGpu() && facts.wantsSteps()
                    ? rounded(facts).map(Trial::steps).stream().toList()
                    : List.of();
        }

        @Override
        public Finding inspect(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.notApplicable(this, "a CPU has no tensor cores");
            }
            int batch = facts.plan().training().batchSize();
            String evidence = "batch %d; %s of the multiplications are in layers whose channels are no multiples of 8"
                    .formatted(batch, Words.percent(facts.step().oddShare()));
            var trial = rounded(facts).map(change -> facts.trials().of(Trial.steps(change)));
            double gain = trial.filter(OptionalDouble::isPresent)
                    .map(rate -> facts.speedupOfSteps(rate.getAsDouble()))
                    .orElse(1.0);
            if (gain >= Finding.NOTABLE) {
                var change = rounded(facts).orElseThrow();
                return Finding.found(this, evidence, "a multiple of 8: --" + change.values(), change, gain);
            }
            return facts.step().oddShare() > MUCH && facts.wantsSteps()
                    ? Finding.found(this, evidence, "layers with channels that are multiples of 8", 1)
                    : Finding.ok(this, evidence);
        }

        private static Optional<PlanChange> rounded(Facts facts) {
            int batch = facts.plan().training().batchSize();
            return batch % BLOCK == 0
                    ? Optional.empty()
                    : Optional.of(PlanChange.of("batch", Math.ceilDiv(batch, BLOCK) * BLOCK)
                            .changingLearning());
        }
    }

    /** Gradients added up over batches that could be one. */
    record Accumulation() implements TriedCheck {
        @Override
        public String name() {
            return "accumulation";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            int batches = facts.plan().step().accumulate();
            if (batches == 1) {
                return Optional.empty();
            }
            var keys = new LinkedHashMap<String, String>();
            keys.put("accumulate", "1");
            keys.put("batch", String.valueOf(facts.plan().imagesPerStep()));
            return Optional.of(PlanChange.of(keys).changingLearning());
        }

        @Override
        public Finding untried(Facts facts) {
            int batches = facts.plan().step().accumulate();
            return batches == 1
                    ? Finding.ok(this, "each batch is one step")
                    : Finding.ok(this, "%d batches make a step; steps are not what limits".formatted(batches));
        }

        @Override
        public String present(Facts facts) {
            return "accumulate " + facts.plan().step().accumulate();
        }

        @Override
        public String advice(PlanChange change) {
            return "one batch of all images of a step: --accumulate 1 --batch "
                    + change.keys().get("batch");
        }
    }
}
