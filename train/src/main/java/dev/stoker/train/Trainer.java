package dev.stoker.train;

import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.parallel.AgreedStop;
import dev.stoker.train.internal.parallel.AgreedTrainingControl;
import dev.stoker.train.internal.parallel.RankCheckpoints;
import dev.stoker.train.measure.TrainingFeeds;
import dev.stoker.train.measure.TrainingMeter;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Trains one model on one device, phase by phase. Everything it owns lives in its scope: open, fit, save, close. */
public final class Trainer implements AutoCloseable {
    private final TrainingSettings settings;
    private final TrainingPhases phases;
    private final Checkpoints checkpoints;
    private final TrainingObserver observer;
    private final TrainerResources resources;

    public Trainer(
            Model model,
            TrainingSettings settings,
            TrainingData data,
            Checkpoints checkpoints,
            List<TrainingObserver> observers) {
        this(TrainingPhases.of(model, data, settings.epochs()), settings, checkpoints, observers, _ -> {});
    }

    /** {@code prepare} changes the initial weights before anything is built on them: pretrained values, frozen layers. */
    public Trainer(
            TrainingPhases phases,
            TrainingSettings settings,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        this(phases, settings, TrainingDevice.of(settings.device()), checkpoints, observers, prepare);
    }

    /** On the device of the settings, which tests may simulate. */
    Trainer(
            TrainingPhases phases,
            TrainingSettings settings,
            TrainingDevice device,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        this.phases = phases;
        this.settings = settings;
        observer = new ObserverList(observers);
        resources = TrainerResources.open(phases.last(), settings, device, prepare);
        this.checkpoints = resources
                .parallel()
                .<Checkpoints>map(ranks -> new RankCheckpoints(checkpoints, ranks.communicator()))
                .orElse(checkpoints);
    }

    /**
     * The learning rate range test: trains at increasing rates from the initial weights, and restores everything, so that a
     * run after it ends with the same bits as one without. {@code stepped} is called with the number of steps done.
     */
    public LearningRateFinderResult rangeTest(
            LearningRateFinderSettings range, IntConsumer stepped, BooleanSupplier stopRequested) {
        return resources.withLearningRateFinder(
                phases.last().data(),
                finder -> finder.run(range, TrainingProgress.NONE.data(), stepped, stopRequested));
    }

    /**
     * Measures the parts of this training; {@code feeds} opens training batches of the last phase. Close it before the trainer;
     * the weights are of no use afterwards.
     */
    public TrainingMeter meter(TrainingFeeds feeds) {
        return resources.meter(phases.last(), feeds);
    }

    /** Images per second of an evaluation on the validation data, by as much of it as fits into the time; at least a batch. */
    public double evaluationThroughput(Duration time) {
        int[] batches = {0};
        long start = System.nanoTime();
        var _ = resources.evaluator().validate((done, _) -> {
            batches[0] = done;
            return done == 0 || System.nanoTime() - start < time.toNanos();
        });
        double seconds = (System.nanoTime() - start) * 1e-9;
        return Math.max(1, batches[0]) * phases.last().data().batch() / seconds;
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** All epochs are done, or another reason to stop was reached. */
        record Finished(
                LossAndAccuracy training,
                Evaluation validation,
                TrainingProgress progress,
                LoopSettings.StopReason end,
                TimeBreakdown time)
                implements Outcome {}

        /** A stop was requested; a checkpoint holds everything up to here, unless nothing was trained. */
        record Stopped(TrainingProgress progress) implements Outcome {}
    }

    /** Trains from the latest checkpoint, or from the start, to the last epoch or until a stop is requested. */
    public Outcome fit(BooleanSupplier stopRequested) {
        var own = new LocalTrainingControl(settings.loop(), phases, settings.epochs(), stopRequested);
        return settings.parallel().isEmpty() ? fit(own) : fitTogether(own, agreed(stopRequested));
    }

    private Outcome fitTogether(LocalTrainingControl own, AgreedStop stop) {
        var communicator = settings.parallel().orElseThrow().communicator();
        var outcome = fit(new AgreedTrainingControl(own, settings.loop(), stop, communicator));
        stop.joined();
        return outcome;
    }

    private AgreedStop agreed(BooleanSupplier stopRequested) {
        return new AgreedStop(
                stopRequested,
                settings.parallel().orElseThrow().communicator(),
                resources.waits().orElseThrow());
    }

    /** Trains from the latest checkpoint, or from the start, until the control ends it. */
    public Outcome fit(TrainingControl control) {
        var outcome = new TrainingRun(phases, settings, control, checkpoints, observer, resources).run();
        checkpoints.finish();
        return outcome;
    }

    /**
     * Evaluates on the test data, where there is any: with the weights as they are and, unless they are the same, with the
     * best, which are the weights from then on. Empty also where a stop was requested meanwhile.
     */
    public Optional<TrainingObserver.TestReport> test(TrainingProgress progress, BooleanSupplier stopRequested) {
        if (settings.parallel().isEmpty()) {
            return tested(progress, stopRequested);
        }
        var stop = agreed(stopRequested);
        var report = tested(progress, stop);
        stop.joined();
        return report;
    }

    private Optional<TrainingObserver.TestReport> tested(TrainingProgress progress, BooleanSupplier stopRequested) {
        var report = testData(stopRequested).flatMap(last -> {
            long step = progress.step();
            long bestStep = progress.bestSoFar().bestStep();
            boolean another = bestStep != step && checkpoints.restoreBest(resources.result());
            var best = another ? testData(stopRequested) : Optional.of(last);
            return best.map(found -> new TrainingObserver.TestReport(step, another ? bestStep : step, found, last));
        });
        report.ifPresent(observer::tested);
        return report;
    }

    private Optional<Evaluation> testData(BooleanSupplier stopRequested) {
        return resources.evaluator().test((done, batches) -> {
            observer.evaluating(done, batches);
            return !stopRequested.getAsBoolean();
        });
    }

    /**
     * Passes on the logits of all batches of a feed, in order, with the weights as they are now; batches are at most as large as
     * those of an evaluation.
     */
    public void classify(Classifier.FeedOpener feed, Classifier.LogitsConsumer consumer) {
        resources.evaluator().classify(feed, consumer::take);
    }

    /** At most so many values of each trained weight, evenly spread over it. Waits for the device. */
    public Map<String, float[]> sampledWeights(int most) {
        return resources.sampled(most, parameter -> parameter);
    }

    /** The same of the gradients of the last step. */
    public Map<String, float[]> sampledGradients(int most) {
        return resources.sampled(most, Tensor::gradient);
    }

    /** Writes the weights alone, under the names of a PyTorch state_dict. */
    public void save(Path file, Map<String, String> metadata) {
        resources.save(file, metadata);
    }

    @Override
    public void close() {
        try {
            checkpoints.finish(); // after a failure, too: what was kept before it must not be lost
        } finally {
            resources.close();
        }
    }
}
