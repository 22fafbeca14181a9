package dev.stoker.lab.doctor.check;

import dev.stoker.train.Interval;
import java.util.List;

/** What a run does besides steps, and how long it trains for. */
final class ScheduleChecks {
    static final List<Check> ALL =
            List.of(new Evaluation(), new Checkpoints(), new TrainingAccuracy(), new LearningRate(), new Progressive());

    private ScheduleChecks() {}

    /** Evaluations that take much of a run. */
    record Evaluation() implements Check {
        /** An evaluation after each epoch is what most runs want, whatever it costs. */
        private static final double MUCH = 0.2;

        @Override
        public String name() {
            return "evaluation";
        }

        @Override
        public Finding inspect(Facts facts) {
            if (facts.schedule().evaluation().isEmpty()) {
                return Finding.unknown(
                        this, "no evaluation was measured", "see evaluation_share in metrics.jsonl of a run");
            }
            var every = facts.plan().evaluation().evaluateEvery();
            double share = ScheduledTime.evaluationShare(facts);
            String evidence =
                    "an evaluation of %,d images takes %s, and %s of training lie between two (%s of the time)"
                            .formatted(
                                    facts.schedule().validationImages(),
                                    Words.time(ScheduledTime.evaluationSeconds(facts)),
                                    Words.time(ScheduledTime.secondsBetween(every, facts)),
                                    Words.percent(share));
            double perEpoch = ScheduledTime.evaluationShare(new Interval.Epochs(1), facts);
            double gain = (1 - perEpoch) / (1 - share);
            return share > MUCH && gain >= Finding.NOTABLE
                    ? Finding.found(
                            this,
                            evidence,
                            "evaluate less often: --evaluate-every 1epoch",
                            PlanChange.of("evaluate-every", "1epoch"),
                            gain)
                    : Finding.ok(this, evidence);
        }
    }

    /** Checkpoints that follow each other so fast that writing them counts. */
    record Checkpoints() implements Check {
        private static final double MUCH = 0.1;
        private static final int DEFAULT = 200;

        /** What a disk writes, with the wait until it is there. */
        private static final double BYTES_PER_SECOND = 300e6;

        @Override
        public String name() {
            return "checkpoints";
        }

        @Override
        public Finding inspect(Facts facts) {
            int every = facts.plan().run().checkpointEvery();
            double between = ScheduledTime.secondsBetween(new Interval.Steps(every), facts);
            double writing = facts.schedule().state().count() / BYTES_PER_SECOND;
            double share = writing / (writing + between);
            String evidence =
                    "a checkpoint of %s every %s".formatted(facts.schedule().state(), Words.time(between));
            return share > MUCH && every < DEFAULT
                    ? Finding.found(
                            this,
                            evidence,
                            "save less often: --checkpoint-every %d".formatted(DEFAULT),
                            1 / (1 - share))
                    : Finding.ok(this, evidence);
        }
    }

    /** Figures of the training images, which need the host to wait for the device. */
    record TrainingAccuracy() implements Check {
        private static final int OFTEN = 5;

        @Override
        public String name() {
            return "training-accuracy";
        }

        @Override
        public Finding inspect(Facts facts) {
            int every = facts.plan().run().logEvery();
            String evidence = "loss and accuracy add up on the device and are read every %,d steps".formatted(every);
            return facts.onGpu() && every < OFTEN
                    ? Finding.unknown(this, evidence, "each reading waits for the device: --log-every 20")
                    : Finding.ok(this, evidence);
        }
    }

    /** A rate that nobody has searched for may need more epochs than a good one. */
    record LearningRate() implements Check {
        @Override
        public String name() {
            return "learning-rate";
        }

        @Override
        public Finding inspect(Facts facts) {
            return facts.asked().learningRate().lr().isAuto()
                    ? Finding.ok(this, "found by a range test before each run")
                    : Finding.unknown(
                            this,
                            "lr %s is given, and how fast it learns was not measured"
                                    .formatted(facts.plan().learningRate().lr()),
                            "search for one: `stoker tune lr`, or --lr auto");
        }
    }

    /** Early epochs on smaller images. */
    record Progressive() implements Check {
        private static final int LARGE = 96;
        private static final int EPOCHS = 4;

        @Override
        public String name() {
            return "progressive";
        }

        @Override
        public Finding inspect(Facts facts) {
            var plan = facts.plan();
            if (plan.phases().size() > 1) {
                return Finding.ok(
                        this,
                        "%d phases, of which the last was measured"
                                .formatted(plan.phases().size()));
            }
            boolean worthwhile = facts.wantsSteps()
                    && plan.training().epochs() >= EPOCHS
                    && facts.data().stored().isPresent()
                    && plan.data().size().isSquare()
                    && plan.data().size().height() >= LARGE;
            return worthwhile
                    ? Finding.unknown(
                            this,
                            "all %d epochs train at %s pixels"
                                    .formatted(
                                            plan.training().epochs(),
                                            plan.data().size()),
                            "early epochs on smaller images take less time: --progressive resize=%d:%s; what that does"
                                            .formatted(
                                                    plan.data().size().height() * 2 / 3,
                                                    plan.data().size())
                                    + " to accuracy was not measured")
                    : Finding.notApplicable(
                            this, "the run is short, its images are small, or steps are not what limits");
        }
    }
}
