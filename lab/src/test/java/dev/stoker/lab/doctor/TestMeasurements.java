package dev.stoker.lab.doctor;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.measure.FeedReading;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.Throughput;
import dev.stoker.train.step.StepState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measurements of a machine that is known exactly, for deciding by them. */
record TestMeasurements(
        Plan plan,
        boolean onGpu,
        int cores,
        Throughput input,
        Throughput copy,
        Throughput steps,
        Throughput everything,
        Optional<Throughput> halfBatches,
        Optional<Throughput> halfThreads,
        boolean captured,
        OptionalDouble kernelSeconds) {
    static final int BATCH = 100;

    /** A CPU of two cores with one worker. */
    static TestMeasurements cpu(double input, double steps, double everything) {
        return new TestMeasurements(
                Plan.DEFAULTS,
                false,
                2,
                rate(MeasuredPart.INPUT, input, 1, 1),
                rate(MeasuredPart.COPY, 1e6, 1, 0),
                rate(MeasuredPart.STEPS, steps, 2, 0),
                rate(MeasuredPart.EVERYTHING, everything, 2, 1),
                Optional.empty(),
                Optional.empty(),
                false,
                OptionalDouble.empty());
    }

    static TestMeasurements gpu(double input, double copy, double steps, double everything) {
        return new TestMeasurements(
                Plan.DEFAULTS,
                true,
                16,
                rate(MeasuredPart.INPUT, input, 4, 4),
                rate(MeasuredPart.COPY, copy, 1, 0),
                rate(MeasuredPart.STEPS, steps, 1, 0),
                rate(MeasuredPart.EVERYTHING, everything, 5, 4),
                Optional.empty(),
                Optional.empty(),
                true,
                OptionalDouble.empty());
    }

    /** With so many cores busy. */
    static Throughput rate(MeasuredPart part, double imagesPerSecond, double busy, int workers) {
        return rate(part, imagesPerSecond, busy, workers, 0);
    }

    /** With a stage that reads for some seconds of an image. */
    static Throughput rate(MeasuredPart part, double imagesPerSecond, double busy, int workers, double reading) {
        double seconds = 10;
        long images = Math.round(imagesPerSecond * seconds);
        var stage = new StageStatistics(
                "files",
                StageStatistics.Kind.READ,
                images,
                1000,
                Duration.ofNanos((long) (1e9 * reading * images)),
                Duration.ZERO,
                Duration.ZERO);
        var feed = workers == 0
                ? FeedReading.NONE
                : new FeedReading(List.of(stage), RequestStatistics.NONE, workers, List.of());
        return new Throughput(part, images, seconds, busy * seconds, 0, TimeBreakdown.NONE, feed);
    }

    TestMeasurements withPlan(Plan other) {
        return new TestMeasurements(
                other, onGpu, cores, input, copy, steps, everything, halfBatches, halfThreads, captured, kernelSeconds);
    }

    TestMeasurements withInput(Throughput other) {
        return new TestMeasurements(
                plan, onGpu, cores, other, copy, steps, everything, halfBatches, halfThreads, captured, kernelSeconds);
    }

    TestMeasurements withSteps(Throughput other) {
        return new TestMeasurements(
                plan, onGpu, cores, input, copy, other, everything, halfBatches, halfThreads, captured, kernelSeconds);
    }

    TestMeasurements withHalves(Throughput batches, Throughput threads) {
        return new TestMeasurements(
                plan,
                onGpu,
                cores,
                input,
                copy,
                steps,
                everything,
                Optional.of(batches),
                Optional.of(threads),
                captured,
                kernelSeconds);
    }

    TestMeasurements eager(OptionalDouble kernels) {
        return new TestMeasurements(
                plan, onGpu, cores, input, copy, steps, everything, halfBatches, halfThreads, false, kernels);
    }

    Measurements measurements() {
        return new Measurements(
                plan,
                BATCH,
                onGpu,
                cores,
                Map.of(
                        MeasuredPart.INPUT,
                        measurement(input),
                        MeasuredPart.COPY,
                        measurement(copy),
                        MeasuredPart.STEPS,
                        measurement(steps),
                        MeasuredPart.EVERYTHING,
                        measurement(everything)),
                Optional.empty(),
                halfBatches.map(TestMeasurements::measurement),
                halfThreads.map(TestMeasurements::measurement),
                new StepState(
                        captured, captured ? Optional.empty() : Optional.of("capture is off"), Optional.empty(), 0),
                kernelSeconds,
                Optional.empty());
    }

    private static Measurement measurement(Throughput throughput) {
        return new Measurement(throughput.part(), List.of(throughput, throughput));
    }

    Verdict verdict() {
        return Diagnosis.of(measurements()).verdict();
    }

    /** The prediction for a resource. */
    double whatIf(WhatIf.Resource resource, double factor) {
        return WhatIf.of(measurements()).stream()
                .filter(one -> one.resource() == resource && one.factor() == factor)
                .findFirst()
                .orElseThrow()
                .imagesPerSecond();
    }
}
