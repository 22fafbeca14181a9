package dev.stoker.lab.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.image.StoredImages;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.lab.scaling.RankScaling;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ChecklistTest {
    private static final StoredImages TINY_FILES =
            new StoredImages("files", 8000, Bytes.ofMebibytes(16), "PNG", 32, 32, new Bytes(2048));

    private static Trial steps(String key, String value) {
        return Trial.steps(PlanChange.of(key, value).changingLearning());
    }

    @Test
    void aSoundPlanHasNoFinding() {
        assertThat(new RecordedFacts().found()).isEmpty();
        assertThat(RecordedFacts.onGpu().found()).isEmpty();
        assertThat(Checklist.trials(new RecordedFacts().facts())).isEmpty();
    }

    @Test
    void anInputThatLimitsButUsesAllCoresIsNoFault() {
        var busy = RecordedFacts.limitedByInput()
                .with(new Rates(1250, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 1100))
                .with(new InputCost(50e-6, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0, 0.8, List.of()));
        assertThat(busy.found()).isEmpty();
    }

    @Test
    void everyCheckSaysSomethingOnceAndUnderANameOfItsOwn() {
        for (var facts : List.of(new RecordedFacts(), RecordedFacts.limitedByInput(), RecordedFacts.onGpu())) {
            var names = facts.findings().stream().map(Finding::name).toList();
            assertThat(names).hasSize(Checklist.checks().size());
            assertThat(new HashSet<>(names)).hasSameSizeAs(names);
            assertThat(facts.findings())
                    .allSatisfy(finding -> assertThat(finding.evidence()).isNotBlank());
        }
    }

    @Test
    void oneWorkerForTwoCoresIsTheFirstFinding() {
        var facts = RecordedFacts.limitedByInput().with("workers", "1");
        assertThat(facts.found()).startsWith("workers");
        var finding = facts.finding("workers");
        assertThat(finding.expectedSpeedup()).isBetween(1.7, 2.0);
        assertThat(finding.change().orElseThrow().keys()).containsEntry("workers", "2");
        assertThat(finding.evidence()).contains("600 images/s", "1.6 ms of a core");
    }

    @Test
    void whatCanBeFollowedAtOnceComesBeforeImagesThatAreWrittenAnew() {
        var large = new StoredImages("files", 8000, Bytes.ofMebibytes(800), "JPEG", 375, 500, Bytes.ofMebibytes(1));
        var facts = RecordedFacts.limitedByInput()
                .with("workers", "1")
                .with("size", "32")
                .stored(large);
        assertThat(facts.found()).startsWith("workers", "image-size");
        assertThat(RecordedFacts.limitedByInput()
                        .with("size", "32")
                        .stored(large)
                        .found())
                .containsExactly("image-size");
    }

    @Test
    void workersThatAreTunedAreNoFault() {
        assertThat(RecordedFacts.limitedByInput().finding("workers").state()).isEqualTo(Finding.State.OK);
    }

    @Test
    void onePrefetchedBatchIsTheFirstFindingWhereMoreAreFaster() {
        var facts = new RecordedFacts().with("prefetch", "1");
        var trial = Trial.everything(PlanChange.climbing("prefetch", 4));
        assertThat(Checklist.trials(facts.facts())).containsExactly(trial);
        assertThat(facts.tried(trial, 252).found()).isEmpty();
        assertThat(facts.tried(trial, 290).found()).startsWith("prefetch");
        assertThat(facts.finding("prefetch").evidence()).contains("250 images/s, and 290 images/s with 4 batches");
    }

    @Test
    void smallFilesAreTheFirstFindingWhereReadingThemCounts() {
        var facts = RecordedFacts.limitedByInput()
                .stored(TINY_FILES)
                .with(new Rates(20_000, OptionalDouble.of(200_000), 80_000, OptionalDouble.of(79_000), 18_000))
                .with(new InputCost(40e-6, 40e-6, 15e-6, 5e-6, 100e-6, 2, 0, 0.8, List.of()));
        assertThat(facts.found()).startsWith("small-files");
        assertThat(facts.finding("small-files").change().orElseThrow().preparation())
                .isPresent();
    }

    @Test
    void slowAugmentationIsTheFirstFindingWithTheOperationThatCosts() {
        var slow = new InputCost(50e-6, 1000e-6, 4000e-6, 50e-6, 5000e-6, 2, 0, 0.8, List.of());
        var facts = RecordedFacts.limitedByInput()
                .with("blur", "0.5")
                .with("rotate", "10")
                .with(new Rates(400, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 370))
                .with(slow);
        var trials = Checklist.trials(facts.facts());
        assertThat(trials).hasSize(3);
        trials.forEach(trial -> facts.tried(trial, trial.change().keys().containsKey("blur") ? 1100 : 450));
        assertThat(facts.found()).startsWith("augmentation");
        var change = facts.finding("augmentation").change().orElseThrow();
        assertThat(change.keys()).containsOnlyKeys("blur");
        assertThat(change.changesLearning()).isTrue();
        assertThat(change.otherwise().orElseThrow().keys()).containsOnlyKeys("blur", "rotate");
    }

    @Test
    void operationsThatAreSlowOnlyTogetherAreOneChange() {
        var facts = RecordedFacts.limitedByInput()
                .with("blur", "0.5")
                .with("rotate", "10")
                .with(new Rates(400, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 370))
                .with(new InputCost(50e-6, 1000e-6, 4000e-6, 50e-6, 5000e-6, 2, 0, 0.8, List.of()));
        Checklist.trials(facts.facts())
                .forEach(trial -> facts.tried(trial, trial.change().keys().size() == 2 ? 1100 : 400));
        var change = facts.finding("augmentation").change().orElseThrow();
        assertThat(change.keys()).containsOnlyKeys("blur", "rotate");
        assertThat(change.otherwise()).isEmpty();
    }

    @Test
    void slowReadsAreTheFirstFinding() {
        var facts = RecordedFacts.limitedByInput()
                .with("workers", "2")
                .with(new Rates(90, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 90))
                .with(new InputCost(20e-3, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0, 0.9, List.of()));
        assertThat(facts.found()).startsWith("readers").doesNotContain("workers");
        assertThat(facts.finding("readers").evidence()).contains("93 %");
        assertThat(facts.cacheLimit(Bytes.ofMebibytes(1000)).found()).contains("cache", "readers");
    }

    @Test
    void remoteDataIsLimitedByLatencyWhereMemoryIsMissingAndByBandwidthOtherwise() {
        var slow = new InputCost(20e-3, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0, 0.9, List.of());
        var memory = slow.with(requests(Duration.ZERO, Duration.ofSeconds(3)));
        var link = slow.with(requests(Duration.ofSeconds(3), Duration.ZERO));

        var latency = RecordedFacts.limitedByInput().with(memory).finding("requests");
        var bandwidth = RecordedFacts.limitedByInput().with(link).finding("requests");

        assertThat(latency.isFound()).isTrue();
        assertThat(latency.evidence()).contains("the latency of the storage is the limit", "12.5 MB/s");
        assertThat(latency.advice()).contains("--input-memory", "--shuffle blocks");
        assertThat(bandwidth.evidence()).contains("the bandwidth of the storage is the limit");
        assertThat(bandwidth.advice()).contains("--near");
    }

    private static RequestStatistics requests(Duration byRequests, Duration byMemory) {
        var latency = Duration.ofMillis(200);
        return new RequestStatistics(
                500,
                500,
                50_000_000,
                0,
                0,
                0,
                latency,
                latency,
                latency,
                32,
                32,
                Duration.ofSeconds(4),
                byRequests,
                byMemory);
    }

    @Test
    void aCpuLimitOfTheInputIsTheFirstFinding() {
        var facts = RecordedFacts.limitedByInput()
                .with("input-cpu", "0.5")
                .with("workers", "2")
                .with(new Rates(320, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 318))
                .with(new InputCost(50e-6, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0, 0.8, List.of()));
        assertThat(facts.found()).containsExactly("input-limits");
    }

    @Test
    void singlePrecisionOnHardwareForSixteenBitsIsTheFirstFinding() {
        var facts = new RecordedFacts().instructions("avx512f", "amx_bf16");
        assertThat(Checklist.trials(facts.facts())).containsExactly(steps("precision", "bf16"));
        assertThat(facts.tried(steps("precision", "bf16"), 520).found()).startsWith("precision");
        assertThat(facts.tried(steps("precision", "bf16"), 302).found()).isEmpty();
        assertThat(Checklist.trials(new RecordedFacts()
                        .instructions("avx512f", "avx512_bf16")
                        .facts()))
                .containsExactly(steps("precision", "bf16"));
        assertThat(Checklist.trials(new RecordedFacts().instructions("avx512f").facts()))
                .isEmpty();
    }

    @Test
    void onACpuWithSixteenBitsSinglePrecisionIsTriedToo() {
        var facts = new RecordedFacts().with("precision", "bf16").instructions("avx512f", "avx512_bf16");
        assertThat(Checklist.trials(facts.facts())).containsExactly(steps("precision", "fp32"));
        assertThat(facts.found()).isEmpty();
        assertThat(facts.tried(steps("precision", "fp32"), 520).found()).startsWith("precision");
    }

    @Test
    void sixteenBitsWithoutInstructionsAreTheFirstFinding() {
        var facts = new RecordedFacts().with("precision", "bf16");
        assertThat(facts.found()).startsWith("precision");
        assertThat(facts.tried(steps("precision", "fp32"), 4000).found()).startsWith("precision");
        assertThat(facts.finding("precision").evidence()).contains("300 images/s with bf16", "4,000 images/s");
        assertThat(facts.finding("precision").change().orElseThrow().changesLearning())
                .isTrue();
    }

    @Test
    void aTinyBatchIsTheFirstFinding() {
        var facts = new RecordedFacts()
                .with("batch", "4")
                .with(new Rates(1200, OptionalDouble.of(20_000), 100, OptionalDouble.of(60), 95));
        var trial = Trial.steps(PlanChange.climbing("batch", 8).changingLearning());
        assertThat(Checklist.trials(facts.facts())).containsExactly(trial);
        assertThat(facts.tried(trial, 160).found()).startsWith("batch");
    }

    @Test
    void evaluationAfterEachStepIsTheFirstFinding() {
        var facts = new RecordedFacts().with("evaluate-every", "1step");
        assertThat(facts.found()).startsWith("evaluation");
        assertThat(facts.finding("evaluation").expectedSpeedup()).isGreaterThan(4);
    }

    @Test
    void evaluationAfterEachEpochIsNoFaultWhateverItTakes() {
        var schedule = new ScheduleFacts(800, 400, 13, OptionalDouble.of(200), Bytes.ofMebibytes(30));
        assertThat(new RecordedFacts().with(schedule).found()).isEmpty();
    }

    @Test
    void workersThatDecodeForAGpuAreTheFirstFindingWhereThePlanAsksForIt() {
        var facts = RecordedFacts.onGpu()
                .with("decode", "cpu")
                .with("workers", "2")
                .with(new Rates(1290, OptionalDouble.of(40_000), 9000, OptionalDouble.of(8900), 1280))
                .with(new InputCost(50e-6, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0, 0.8, List.of()));
        assertThat(facts.found()).startsWith("device-decoding");
        assertThat(facts.finding("device-decoding").change().orElseThrow().keys())
                .containsEntry("decode", "device")
                .containsEntry("augment", "device");
    }

    @Test
    void aStepThatIsNotCapturedIsTheFirstFindingWithTheReason() {
        var eager = new StepFacts(
                true,
                300e-6,
                0.95,
                Optional.of("capture is off"),
                Optional.empty(),
                0,
                Optional.empty(),
                OptionalDouble.of(0.1));
        var facts = RecordedFacts.onGpu().with("capture", "off").with(eager);
        var trial = Trial.steps(PlanChange.of("capture", "auto"));
        assertThat(Checklist.trials(facts.facts())).contains(trial);
        assertThat(facts.tried(trial, 6000).found()).startsWith("captured-step");
        assertThat(RecordedFacts.onGpu().with(eager).finding("captured-step").evidence())
                .contains("capture is off", "95 %");
    }

    @Test
    void aWindowWithinOneClassIsFound() {
        var facts = new RecordedFacts().with("shuffle", "window:500").sameClassRun(800);
        assertThat(facts.found()).containsExactly("shuffle-window");
        assertThat(facts.sameClassRun(1.1).found()).isEmpty();
    }

    @Test
    void lanesAndHeatOfAGpuAreFound() {
        var hot = new Machine.GpuState(
                "NVIDIA H200",
                Optional.of(false),
                List.of("thermal slowdown"),
                Optional.of(new Machine.PcieLink(8, 16)));
        assertThat(RecordedFacts.onGpu().gpu(hot).found()).containsExactly("persistence-mode", "throttling");
        var copying = new Rates(9000, OptionalDouble.of(2500), 3000, OptionalDouble.of(2950), 2400);
        assertThat(RecordedFacts.onGpu().gpu(hot).with(copying).found()).contains("pcie-width");
    }

    @Test
    void whatOneDeviceHasNoUseForIsNotApplicable() {
        for (String name : List.of("communication", "scaling")) {
            assertThat(RecordedFacts.onGpu().finding(name).state()).isEqualTo(Finding.State.NOT_APPLICABLE);
        }
    }

    @Test
    void aLearningRateThatWasGivenIsNotKnownToBeGood() {
        assertThat(new RecordedFacts()
                        .with("lr", "0.1")
                        .finding("learning-rate")
                        .state())
                .isEqualTo(Finding.State.UNKNOWN);
    }

    @Test
    void ranksThatWaitForGradientsShouldSendFewerBytes() {
        var facts = new RecordedFacts().ranks(new RankScaling(2, 100, 150, 180, 0.2, 0.02));
        assertThat(facts.finding("communication").evidence()).isEqualTo("2 ranks wait for gradients in 20 % of a step");
        assertThat(facts.finding("communication").advice()).contains("--gradient-compression bf16");
        assertThat(facts.finding("scaling").isFound()).isTrue();
        assertThat(facts.finding("scaling").advice()).isEqualTo("see communication");
        assertThat(facts.with("gradient-compression", "bf16")
                        .finding("communication")
                        .advice())
                .doesNotContain("--gradient-compression");
    }

    @Test
    void ranksThatScaleAreSoundAndASlowOneIsNamed() {
        var sound = new RecordedFacts().ranks(new RankScaling(4, 100, 380, 900, 0.02, 0.01));
        assertThat(sound.finding("scaling").state()).isEqualTo(Finding.State.OK);
        assertThat(sound.finding("communication").state()).isEqualTo(Finding.State.OK);
        var straggler = new RecordedFacts().ranks(new RankScaling(4, 100, 280, 900, 0.02, 0.25));
        assertThat(straggler.finding("scaling").advice()).contains("the slowest");
        assertThat(new RecordedFacts().finding("scaling").evidence()).contains("--ranks N");
    }
}
