package dev.stoker.lab.doctor.check;

import dev.stoker.job.plan.PlanKey;
import dev.stoker.train.step.AlgorithmSearch;
import dev.stoker.train.step.StepSettings;
import java.util.List;
import java.util.Optional;

/** How a training step computes. */
final class StepChecks {
    static final List<Check> ALL = List.of(
            new PrecisionType(),
            new CapturedStep(),
            new Fusion(),
            new CudnnSearch(),
            new Threads(),
            new InterOpThreads());

    private StepChecks() {}

    /** 16 bits where the hardware multiplies them faster, and 32 where it does not. */
    record PrecisionType() implements TriedCheck {
        private static final String KEY = "precision";
        private static final String SINGLE = "fp32";
        private static final String HALF = "bf16";

        @Override
        public String name() {
            return KEY;
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            boolean single = precision(facts).equals(SINGLE) || precision(facts).equals("tf32");
            var processor = facts.machine().processor();
            // On a CPU it depends on the model: dot products of depthwise convolutions have nothing to gain from 16
            // bits.
            boolean mayBeFaster = single ? facts.onGpu() || processor.hasBfloat16() : !facts.onGpu();
            return mayBeFaster
                    ? Optional.of(PlanChange.of(KEY, single ? HALF : SINGLE).changingLearning())
                    : Optional.empty();
        }

        /** Slow 16 bits are sure to be slow, whether they were compared or not. */
        @Override
        public Finding untried(Facts facts) {
            boolean slow = !facts.onGpu()
                    && precision(facts).contains("16")
                    && !facts.machine().processor().hasBfloat16();
            if (slow && facts.wantsSteps()) {
                var change = PlanChange.of(KEY, SINGLE).changingLearning();
                return Finding.found(
                        this,
                        withoutInstructions(facts),
                        advice(change),
                        change,
                        facts.speedupOfSteps(2 * facts.rates().steps()));
            }
            return Finding.ok(this, "%s; steps are not what limits".formatted(precision(facts)));
        }

        private static String withoutInstructions(Facts facts) {
            return "%s on a processor without bf16 instructions (%s)"
                    .formatted(
                            precision(facts),
                            String.join(" ", facts.machine().processor().instructionSets()));
        }

        @Override
        public String present(Facts facts) {
            return precision(facts);
        }

        @Override
        public String advice(PlanChange change) {
            return change.keys().get(KEY) == null || change.keys().containsValue(SINGLE)
                    ? "this processor is faster with 32 bits: --precision fp32, or auto"
                    : "mixed precision: --precision bf16, or auto";
        }

        private static String precision(Facts facts) {
            return PlanKey.named(KEY).text(facts.plan());
        }
    }

    /** A step that the host launches kernel by kernel. */
    record CapturedStep() implements TriedCheck {
        @Override
        public String name() {
            return "captured-step";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            return facts.onGpu() && facts.plan().device().capture() == StepSettings.Capture.OFF
                    ? Optional.of(PlanChange.of("capture", "auto"))
                    : Optional.empty();
        }

        @Override
        public Finding untried(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.notApplicable(this, "steps on a CPU are not captured");
            }
            var why = facts.step().whyEager();
            if (why.isEmpty()) {
                return Finding.ok(this, "steps are captured as a CUDA graph");
            }
            String evidence = "steps are not captured: %s; the host launches for %s of the time"
                    .formatted(why.orElseThrow(), Words.percent(facts.step().launchShare()));
            return facts.step().launchShare() > 0.5 && facts.wantsSteps()
                    ? Finding.found(this, evidence, "remove what keeps the step from being captured", 1)
                    : Finding.ok(this, evidence);
        }

        @Override
        public String present(Facts facts) {
            return "capture off";
        }

        @Override
        public String advice(PlanChange change) {
            return "replay steps as a CUDA graph: --capture auto";
        }
    }

    /** Kernels of libtorch where there are fused ones. */
    record Fusion() implements TriedCheck {
        @Override
        public String name() {
            return "fusion";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            return facts.onGpu() && facts.plan().device().fusing() == StepSettings.Fusing.OFF
                    ? Optional.of(PlanChange.of("fusing", "auto"))
                    : Optional.empty();
        }

        @Override
        public Finding untried(Facts facts) {
            if (!facts.onGpu()) {
                return Finding.ok(
                        this, "all steps of an image are one task of a worker, which writes the row of a batch");
            }
            return facts.step()
                    .whyNotFused()
                    .map(why -> Finding.ok(this, "kernels are not fused: " + why))
                    .orElseGet(() -> Finding.ok(this, "batch norm, sum and activation are one kernel"));
        }

        @Override
        public String present(Facts facts) {
            return "fusing off";
        }

        @Override
        public String advice(PlanChange change) {
            return "use fused kernels: --fusing auto";
        }
    }

    /** Convolutions whose algorithm was not searched for. */
    record CudnnSearch() implements TriedCheck {
        @Override
        public String name() {
            return "cudnn-search";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            var device = facts.plan().device();
            return facts.onGpu() && !device.deterministic() && device.searchedPlans() == 0
                    ? Optional.of(PlanChange.of("search", String.valueOf(AlgorithmSearch.PLANS)))
                    : Optional.empty();
        }

        @Override
        public Finding untried(Facts facts) {
            return facts.onGpu()
                    ? Finding.ok(
                            this,
                            "%d execution plans are tried for each convolution"
                                    .formatted(facts.plan().device().searchedPlans()))
                    : Finding.notApplicable(this, "cuDNN is for GPUs");
        }

        @Override
        public String present(Facts facts) {
            return "search 0";
        }

        @Override
        public String advice(PlanChange change) {
            return "let cuDNN try algorithms: --search " + AlgorithmSearch.PLANS;
        }
    }

    /** Fewer threads for a step than there are cores, or more. */
    record Threads() implements TriedCheck {
        private static final double WORTH_IT = 1.2;

        @Override
        public String name() {
            return "threads";
        }

        @Override
        public Optional<PlanChange> alternative(Facts facts) {
            int cores = facts.machine().cores();
            return !facts.onGpu() && threads(facts) != cores
                    ? Optional.of(PlanChange.of("threads", cores))
                    : Optional.empty();
        }

        /** Threads that wait for each other use cores that workers could use. */
        @Override
        public Finding untried(Facts facts) {
            if (facts.onGpu()) {
                return Finding.notApplicable(this, "a GPU computes the steps");
            }
            String evidence = "%d intra-op threads on %d cores"
                    .formatted(threads(facts), facts.machine().cores());
            return facts.step()
                    .halfThreads()
                    .filter(half -> gainOf(half, facts) >= WORTH_IT)
                    .map(half -> fewer(half, facts, evidence))
                    .orElseGet(() -> Finding.ok(this, evidence));
        }

        private static double gainOf(StepFacts.HalfThreads half, Facts facts) {
            return facts.speedupOfSteps(half.imagesPerSecond(), half.processor());
        }

        private Finding fewer(StepFacts.HalfThreads half, Facts facts, String evidence) {
            int fewer = threads(facts) / 2;
            return Finding.found(
                    this,
                    "%s take %s of a core for each image, and %d take %s"
                            .formatted(
                                    evidence,
                                    Words.time(facts.step().processor()),
                                    fewer,
                                    Words.time(half.processor())),
                    "leave cores to the workers: --threads %d".formatted(fewer),
                    PlanChange.of("threads", fewer),
                    gainOf(half, facts));
        }

        @Override
        public String present(Facts facts) {
            return "threads " + threads(facts);
        }

        @Override
        public String advice(PlanChange change) {
            return "a thread for each core: --threads auto";
        }

        private static int threads(Facts facts) {
            return facts.plan().device().threads().orElse(facts.machine().cores());
        }
    }

    /** Operators side by side, which models that are a chain have no use for. */
    record InterOpThreads() implements Check {
        private static final String KEY = "inter-op-threads";

        @Override
        public String name() {
            return KEY;
        }

        @Override
        public Finding inspect(Facts facts) {
            return PlanKey.all().stream()
                    .filter(key -> key.name().equals(KEY))
                    .findFirst()
                    .map(key -> Finding.ok(
                            this, "%s; operators of a step run one after another".formatted(key.text(facts.plan()))))
                    .orElseGet(() -> Finding.notApplicable(this, "operators of a step run one after another"));
        }
    }
}
