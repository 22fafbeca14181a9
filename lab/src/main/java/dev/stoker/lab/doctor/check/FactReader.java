package dev.stoker.lab.doctor.check;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.StageStatistics.Kind;
import dev.stoker.job.Rig;
import dev.stoker.job.RigFacts;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.Measurement;
import dev.stoker.lab.doctor.Measurements;
import dev.stoker.train.measure.MeasuredPart;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes facts of what was measured. */
final class FactReader {
    private FactReader() {}

    static Facts facts(Plan asked, Rig rig, Measurements measured, double evaluation, Machine machine) {
        var known = rig.facts();
        return new Facts(
                asked,
                measured.plan(),
                rates(measured),
                input(measured),
                step(measured, known),
                new ScheduleFacts(
                        known.trainingImages(),
                        known.validationImages(),
                        known.stepsPerEpoch(),
                        known.validationImages() == 0 ? OptionalDouble.empty() : OptionalDouble.of(evaluation),
                        known.checkpoint()),
                data(rig, known),
                machine,
                measured.ranks(),
                Trials.NONE);
    }

    private static Rates rates(Measurements measured) {
        return new Rates(
                measured.imagesPerSecond(MeasuredPart.INPUT),
                OptionalDouble.of(measured.imagesPerSecond(MeasuredPart.COPY)),
                measured.imagesPerSecond(MeasuredPart.STEPS),
                measured.halfBatches()
                        .map(half -> OptionalDouble.of(half.imagesPerSecond()))
                        .orElseGet(OptionalDouble::empty),
                measured.imagesPerSecond(MeasuredPart.EVERYTHING));
    }

    private static InputCost input(Measurements measured) {
        var alone = measured.of(MeasuredPart.INPUT);
        var training = measured.of(MeasuredPart.EVERYTHING);
        double reading = perImage(alone, Kind.READ);
        double decoding = perImage(alone, Kind.DECODE);
        double transforming = perImage(alone, Kind.TRANSFORM);
        int workers = Math.max(1, alone.feed().workers());
        return new InputCost(
                reading,
                decoding,
                transforming,
                Math.max(0, perImage(alone, Kind.WORKERS) - reading - decoding - transforming),
                alone.processorSecondsPerImage(),
                workers,
                blocked(training),
                waiting(training),
                alone.feed().decisions(),
                alone.feed().requests());
    }

    private static double perImage(Measurement measured, Kind kind) {
        double seconds = 0;
        long images = 0;
        for (var round : measured.rounds()) {
            images += round.images();
            seconds += StageStatistics.service(round.feed().stages(), kind).toNanos() * 1e-9;
        }
        return Math.max(0, seconds / Math.max(1, images));
    }

    private static double blocked(Measurement training) {
        double waited = 0;
        double time = 0;
        for (var round : training.rounds()) {
            time += round.seconds() * Math.max(1, round.feed().workers());
            waited += find(round.feed().stages(), Kind.WORKERS)
                    .map(stage -> stage.waitedForOutput().toNanos() * 1e-9)
                    .orElse(0.0);
        }
        return Math.clamp(waited / time, 0, 1);
    }

    private static double waiting(Measurement training) {
        double waited = 0;
        double time = 0;
        for (var round : training.rounds()) {
            time += round.seconds();
            waited += find(round.feed().stages(), Kind.CONSUMER)
                    .map(stage -> stage.waitedForInput().toNanos() * 1e-9)
                    .orElse(0.0);
        }
        return Math.clamp(waited / time, 0, 1);
    }

    private static Optional<StageStatistics> find(List<StageStatistics> stages, Kind kind) {
        return stages.stream().filter(stage -> stage.kind() == kind).findFirst();
    }

    private static StepFacts step(Measurements measured, RigFacts known) {
        var steps = measured.of(MeasuredPart.STEPS);
        return new StepFacts(
                measured.onGpu(),
                steps.processorSecondsPerImage(),
                steps.launchShare(),
                measured.step().captured() ? Optional.empty() : measured.step().whyEager(),
                Optional.empty(),
                known.unalignedShare(),
                measured.halfThreads()
                        .map(half ->
                                new StepFacts.HalfThreads(half.imagesPerSecond(), half.processorSecondsPerImage())),
                OptionalDouble.empty());
    }

    private static DataFacts data(Rig rig, RigFacts known) {
        return new DataFacts(
                rig.dataset(),
                known.trainingImages(),
                known.classes(),
                known.stored(),
                OptionalDouble.of(known.sameClassRun()),
                known.source().map(Path::toString),
                known.cacheLimit());
    }
}
