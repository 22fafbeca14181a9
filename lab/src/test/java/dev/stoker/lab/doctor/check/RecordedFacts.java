package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
import dev.stoker.core.image.StoredImages;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.scaling.RankScaling;
import dev.stoker.telemetry.hardware.CpuInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Facts of a sound plan on two cores as they were measured, of which a test changes some. */
final class RecordedFacts {
    private Plan asked = Plan.DEFAULTS.with("data", "photos").with("lr", "auto").with("precision", "fp32");
    private Rates rates = new Rates(1200, OptionalDouble.of(20_000), 300, OptionalDouble.of(290), 250);
    private InputCost input = new InputCost(50e-6, 1000e-6, 450e-6, 50e-6, 1550e-6, 2, 0.5, 0, List.of());
    private StepFacts step = new StepFacts(
            false, 6e-3, 0, Optional.empty(), Optional.empty(), 0, Optional.empty(), OptionalDouble.empty());
    private ScheduleFacts schedule = new ScheduleFacts(8000, 1000, 125, OptionalDouble.of(900), Bytes.ofMebibytes(30));
    private Optional<StoredImages> stored =
            Optional.of(new StoredImages("records", 8, Bytes.ofMebibytes(800), "JPEG", 180, 240, Bytes.ofMebibytes(1)));
    private List<String> instructions = List.of("avx2", "fma");
    private List<Machine.GpuState> gpus = List.of();
    private Optional<RankScaling> ranks = Optional.empty();
    private double sameClassRun = 1.1;
    private Bytes cacheLimit = Bytes.ofMebibytes(300);
    private final Map<Trial, Double> trials = new LinkedHashMap<>();

    /** Training of a small network, which the input pipeline limits. */
    static RecordedFacts limitedByInput() {
        var facts = new RecordedFacts();
        facts.rates = new Rates(600, OptionalDouble.of(20_000), 5000, OptionalDouble.of(4900), 590);
        facts.input = new InputCost(50e-6, 1000e-6, 450e-6, 50e-6, 1550e-6, 1, 0, 0.8, List.of());
        facts.step = new StepFacts(
                false, 200e-6, 0, Optional.empty(), Optional.empty(), 0, Optional.empty(), OptionalDouble.empty());
        return facts;
    }

    /** On a GPU whose step takes all of the time. */
    static RecordedFacts onGpu() {
        var facts = new RecordedFacts();
        facts.rates = new Rates(9000, OptionalDouble.of(40_000), 3000, OptionalDouble.of(2950), 2950);
        facts.step = new StepFacts(
                true, 300e-6, 0.1, Optional.empty(), Optional.empty(), 0, Optional.empty(), OptionalDouble.of(0.2));
        facts.asked = facts.asked.with("precision", "bf16");
        facts.gpus = List.of(new Machine.GpuState(
                "NVIDIA H200", Optional.of(true), List.of(), Optional.of(new Machine.PcieLink(16, 16))));
        return facts;
    }

    RecordedFacts with(String key, String value) {
        asked = asked.with(key, value);
        return this;
    }

    RecordedFacts with(Rates other) {
        rates = other;
        return this;
    }

    RecordedFacts with(InputCost other) {
        input = other;
        return this;
    }

    RecordedFacts with(StepFacts other) {
        step = other;
        return this;
    }

    RecordedFacts with(ScheduleFacts other) {
        schedule = other;
        return this;
    }

    RecordedFacts stored(StoredImages other) {
        stored = Optional.of(other);
        return this;
    }

    RecordedFacts instructions(String... sets) {
        instructions = List.of(sets);
        return this;
    }

    RecordedFacts gpu(Machine.GpuState other) {
        var all = new ArrayList<>(gpus);
        all.clear();
        all.add(other);
        gpus = List.copyOf(all);
        return this;
    }

    RecordedFacts sameClassRun(double images) {
        sameClassRun = images;
        return this;
    }

    RecordedFacts cacheLimit(Bytes limit) {
        cacheLimit = limit;
        return this;
    }

    RecordedFacts ranks(RankScaling several) {
        ranks = Optional.of(several);
        return this;
    }

    /** What a trial measured. */
    RecordedFacts tried(Trial trial, double imagesPerSecond) {
        trials.put(trial, imagesPerSecond);
        return this;
    }

    Facts facts() {
        return new Facts(
                asked,
                asked,
                rates,
                input,
                step,
                schedule,
                new DataFacts(
                        "photos",
                        schedule.trainingImages(),
                        10,
                        stored,
                        OptionalDouble.of(sameClassRun),
                        Optional.of("photos"),
                        cacheLimit),
                new Machine(new CpuInfo("a processor", 2, instructions), 0, 1, gpus, Optional.empty(), "2.10"),
                ranks,
                new Trials(trials));
    }

    List<Finding> findings() {
        return Checklist.findings(facts());
    }

    /** What was found, the most promising first. */
    List<String> found() {
        return findings().stream().filter(Finding::isFound).map(Finding::name).toList();
    }

    Finding finding(String name) {
        return findings().stream()
                .filter(finding -> finding.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
