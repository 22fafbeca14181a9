package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.data.Tunable;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.Trainer;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.Throughput;
import dev.stoker.train.measure.TrainingFeeds;
import dev.stoker.train.measure.TrainingMeter;
import dev.stoker.train.step.StepState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A plan that is settled once and then measured, part by part, without a run folder: the same dataset, model, input pipeline
 * and step as in a run of the plan, in its last phase. All work is done on a thread of its own, so that several rigs can be
 * measured in turn, and methods may be called from any thread. Close it.
 */
public final class Rig implements AutoCloseable {
    /** So many that no measurement gets to the end. */
    private static final long PASSES = 10_000_000;

    private final RigThread thread;
    private final Plan asked;
    private final TrainingSetup setup;
    private final Trainer trainer;
    private final TrainingMeter meter;

    private final Duration openingTime;

    private Rig(
            RigThread thread,
            Plan asked,
            TrainingSetup setup,
            Trainer trainer,
            TrainingMeter meter,
            Duration openingTime) {
        this.openingTime = openingTime;
        this.thread = thread;
        this.asked = asked;
        this.setup = setup;
        this.trainer = trainer;
        this.meter = meter;
    }

    /** Settles a plan; whatever is wrong with it is found here. */
    public static Rig open(Plan plan) {
        return open(plan, TuningObserver.NONE);
    }

    /** The same; the observer is notified where a batch size that the plan leaves open is searched for. */
    public static Rig open(Plan plan, TuningObserver observer) {
        var thread = new RigThread();
        try {
            return thread.run(() -> settled(thread, plan, observer));
        } catch (RuntimeException | Error failure) {
            thread.close();
            throw failure;
        }
    }

    /** Another rig for a variant of the plan; this one stays open. */
    public Rig with(Plan variant) {
        return open(variant);
    }

    /** The learning rate changes no measurement, so it is not searched for. */
    private static Rig settled(RigThread thread, Plan asked, TuningObserver observer) {
        long start = System.nanoTime();
        var plan = asked.learningRate().lr().isAuto()
                ? asked.with(
                        asked.learningRate().withUnscaledLr(asked.learningRate().lrFrom()))
                : asked;
        var setup = TrainingSetup.of(plan, CustomParts.NONE, false, observer);
        try {
            var trainer = setup.trainer(Trace.OFF, Checkpoints.none(), List.of(), _ -> {});
            try {
                var meter = trainer.meter(feeds(setup));
                return new Rig(thread, asked, setup, trainer, meter, Duration.ofNanos(System.nanoTime() - start));
            } catch (RuntimeException failure) {
                trainer.close();
                throw failure;
            }
        } catch (RuntimeException failure) {
            setup.close();
            throw failure;
        }
    }

    private static TrainingFeeds feeds(TrainingSetup setup) {
        var planned = InputResources.of(setup.plan(), setup.device());
        return (memory, workers) -> {
            var resources = workers.isPresent() ? planned.withWorkers(Tunable.fixed(workers.getAsInt())) : planned;
            return setup.trainers()
                    .phases()
                    .last(resources)
                    .loader()
                    .repeat(PASSES)
                    .open(resources, memory);
        };
    }

    /** The plan with a value for everything that it left open, except for the learning rate. */
    public Plan plan() {
        var settled = setup.plan();
        return asked.learningRate().lr().isAuto() ? settled.with(asked.learningRate()) : settled;
    }

    /** The model's name. */
    public String model() {
        return setup.model().name();
    }

    public String dataset() {
        return setup.dataset().name();
    }

    public String device() {
        return setup.device().toString();
    }

    /** Whether a GPU computes the steps; otherwise they share the cores with the input pipeline. */
    public boolean isOnGpu() {
        return setup.device() instanceof Device.Cuda;
    }

    /** How much ranks of this plan send at once. */
    public Bytes gradientBucket() {
        return setup.plan().distributed().settings().bucketOn(setup.device());
    }

    /** What is known without measuring. */
    public RigFacts facts() {
        return thread.run(() -> RigFacts.of(setup));
    }

    /** Images per second of an evaluation on the validation split, by as much of it as fits into the time. */
    public double evaluation(Duration time) {
        return measured(() -> trainer.evaluationThroughput(time));
    }

    /** How long it took to settle the plan. */
    public Duration openingTime() {
        return openingTime;
    }

    /** Images of one optimizer step. */
    public int batch() {
        return setup.trainers().phases().evaluationBatch();
    }

    /** The image route and the reason for it; empty where a CPU does everything. */
    public Optional<String> imageNote() {
        return setup.imageNote();
    }

    /** Measures a part for some time, after a warm-up that does not count. */
    public Throughput measure(MeasuredPart part, Duration time) {
        return switch (part) {
            case INPUT -> input(time);
            case COPY -> copies(time);
            case STEPS -> steps(time);
            case EVERYTHING -> everything(time);
        };
    }

    /** The input pipeline of training alone, drained as fast as batches come. */
    public Throughput input(Duration time) {
        return measured(() -> meter.input(time));
    }

    /** The input pipeline with another number of workers than the plan's. */
    public Throughput inputWithWorkers(Duration time, int workers) {
        return measured(() -> meter.inputWithWorkers(time, workers));
    }

    /** The transfer of a batch that is ready alone: to the device or, on a CPU, to where steps read it. */
    public Throughput copies(Duration time) {
        return measured(() -> meter.copies(time));
    }

    /** Training steps on their own, on a batch that stays on the device. */
    public Throughput steps(Duration time) {
        return measured(() -> meter.steps(time));
    }

    /** Steps with another number of intra-op threads on the CPU than the plan's. */
    public Throughput stepsWithThreads(Duration time, int threads) {
        return thread.run(() -> {
            PlannedNativeSettings.apply(setup.plan().with(setup.plan().device().on(setup.device(), threads)));
            return meter.steps(time);
        });
    }

    /** Steps on batches of half the size; empty where the device has no memory to measure them apart. */
    public Optional<Throughput> stepsOfHalfBatches(Duration time) {
        return measured(() -> meter.stepsOfHalfBatches(time));
    }

    /** The training loop, without evaluations and checkpoints. */
    public Throughput everything(Duration time) {
        return measured(() -> meter.everything(time));
    }

    /** How steps run by now: captured, or why they are not. */
    public StepState stepState() {
        return thread.run(meter::stepState);
    }

    /** Seconds of the kernels of a step on a GPU, one after another; empty on a CPU and where steps cannot be captured. */
    public OptionalDouble kernelSeconds() {
        return measured(meter::kernelSeconds);
    }

    /** Another rig may have changed the settings of the process. */
    private <T> T measured(Supplier<T> measurement) {
        return thread.run(() -> {
            PlannedNativeSettings.apply(setup.plan());
            return measurement.get();
        });
    }

    /** Ends the measurement that is in progress, and all later ones at once. */
    public void stop() {
        meter.stop();
    }

    @Override
    public void close() {
        stop();
        try {
            thread.run(() -> {
                try (setup;
                        trainer;
                        meter) {
                    return true;
                }
            });
        } finally {
            thread.close();
        }
    }
}
