package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.HostBatch;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Safetensors;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.NeuralOps;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Trains one model on one device. Everything it owns lives in its scope: open, fit, save, close. */
public final class Trainer implements AutoCloseable {
    private final Model model;
    private final TrainSettings settings;
    private final TrainingData data;
    private final Checkpoints checkpoints;
    private final List<TrainingObserver> observers;

    private final TensorScope scope;
    private final Weights weights;
    private final Optimizer optimizer;
    private final DeviceInput input;
    private final Totals totals;
    private final Totals testTotals;
    private Progress progress = Progress.NONE;

    public Trainer(
            Model model,
            TrainSettings settings,
            TrainingData data,
            Checkpoints checkpoints,
            List<TrainingObserver> observers) {
        this(model, settings, data, checkpoints, observers, _ -> {});
    }

    /** {@code prepare} changes the fresh weights before anything is built on them: values from a file, frozen parts. */
    public Trainer(
            Model model,
            TrainSettings settings,
            TrainingData data,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        this.model = model;
        this.settings = settings;
        this.data = data;
        this.checkpoints = checkpoints;
        this.observers = List.copyOf(observers);
        scope = TensorScope.open("trainer");
        weights = Weights.initial(model, settings.seed().forPurpose("weights"), settings.device());
        prepare.accept(weights);
        optimizer = Optimizer.of(settings.optimizer(), weights.parameters());
        input = new DeviceInput(data, settings.device());
        totals = new Totals(settings.device());
        testTotals = new Totals(settings.device());
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** All epochs are done. */
        record Finished(Score training, Score test, Progress progress) implements Outcome {}

        /** Somebody asked to stop; a checkpoint holds everything up to here. */
        record Stopped(Progress progress) implements Outcome {}
    }

    /** Trains from the latest checkpoint, or from the start, to the last epoch or until asked to stop. */
    public Outcome fit(BooleanSupplier stopRequested) {
        restore();
        observers.forEach(
                each -> each.started(progress.epoch(), progress.batch(), settings.epochs(), data.batchesPerEpoch()));
        if (progress.epoch() >= settings.epochs()) {
            return new Outcome.Finished(progress.lastEpoch(), evaluate(), progress);
        }
        try (var feed = data.training(progress.data())) {
            return fit(feed, stopRequested);
        }
    }

    private Outcome fit(BatchFeed feed, BooleanSupplier stopRequested) {
        var test = new Score(0, 0);
        while (progress.epoch() < settings.epochs()) {
            var clock = new Clock(progress.seconds());
            if (!trainEpoch(feed, clock, stopRequested)) {
                checkpoint();
                return new Outcome.Stopped(progress);
            }
            var training = totals.score();
            double imagesPerSecond = clock.perSecond();
            test = evaluate();
            finishEpoch(training, test, imagesPerSecond, clock.total(), inputReport(feed));
        }
        return new Outcome.Finished(progress.lastEpoch(), test, progress);
    }

    private static TrainingObserver.InputReport inputReport(BatchFeed feed) {
        return new TrainingObserver.InputReport(feed.statistics(), feed.decisions(), feed.skipped());
    }

    /** Trains the rest of the epoch; false when asked to stop before its end. */
    private boolean trainEpoch(BatchFeed feed, Clock clock, BooleanSupplier stopRequested) {
        while (progress.batch() < data.batchesPerEpoch()) {
            int size = step(feed);
            clock.count(size);
            progress = progress.afterStep(feed.state(), totals.images(), clock.total());
            report(clock);
            if (progress.batch() < data.batchesPerEpoch()) {
                if (stopRequested.getAsBoolean()) {
                    return false;
                }
                if (progress.step() % settings.checkpointEvery() == 0) {
                    checkpoint();
                }
            }
        }
        return true;
    }

    /** One step of the algorithm; returns the number of pictures. */
    private int step(BatchFeed feed) {
        try (var _ = TensorScope.open("step");
                HostBatch batch = feed.next()) {
            optimizer.clearGradients();
            var labels = input.labels(batch);
            var logits = logits(Forward.training(model, weights), input.pictures(batch));
            var loss = NeuralOps.crossEntropy(logits, labels, settings.labelSmoothing());
            loss.backward();
            optimizer.step(rate());
            totals.add(loss, logits, labels, batch.size());
            return batch.size();
        }
    }

    private Tensor logits(Forward forward, Tensor pictures) {
        try (var _ = Autocast.open(settings.device(), settings.precision().type())) {
            return forward.apply(pictures).toFloat();
        }
    }

    private double rate() {
        int batches = data.batchesPerEpoch();
        long warmUp = Math.round(settings.warmUpEpochs() * batches);
        return settings.rate()
                * settings.schedule().factor(progress.step(), warmUp, (long) settings.epochs() * batches);
    }

    private Score evaluate() {
        testTotals.clear();
        var forward = Forward.evaluating(model, weights);
        try (var _ = Gradients.off();
                var feed = data.test()) {
            while (feed.hasNext()) {
                try (var _ = TensorScope.open("evaluate");
                        HostBatch batch = feed.next()) {
                    var labels = input.labels(batch);
                    var logits = logits(forward, input.pictures(batch));
                    testTotals.add(NeuralOps.crossEntropy(logits, labels, 0), logits, labels, batch.size());
                }
            }
        }
        return testTotals.score();
    }

    private void report(Clock clock) {
        if (progress.step() % settings.logEvery() != 0 && progress.batch() != data.batchesPerEpoch()) {
            return;
        }
        var score = totals.score();
        if (!Double.isFinite(score.loss())) {
            throw new StokerException(
                    "the loss is %s at step %d of epoch %d; the last checkpoint is from before: try a lower --lr, a warm-up, or --precision fp32"
                            .formatted(score.loss(), progress.step(), progress.epoch() + 1));
        }
        var report = new TrainingObserver.StepReport(
                progress.epoch(),
                progress.step(),
                progress.batch(),
                data.batchesPerEpoch(),
                score,
                rate(),
                clock.perSecond());
        observers.forEach(each -> each.stepped(report));
    }

    private void finishEpoch(
            Score training,
            Score test,
            double imagesPerSecond,
            double seconds,
            TrainingObserver.InputReport inputReport) {
        var report = new TrainingObserver.EpochReport(
                progress.epoch(),
                settings.epochs(),
                progress.step(),
                training,
                test,
                imagesPerSecond,
                seconds,
                inputReport);
        observers.forEach(each -> each.epochFinished(report));
        totals.clear();
        progress = progress.afterEpoch(training, seconds);
        checkpoint();
    }

    // ---- state

    private void restore() {
        checkpoints.restore(state()).ifPresent(saved -> {
            progress = saved;
            totals.continueFrom(saved.imagesInEpoch());
        });
    }

    private void checkpoint() {
        checkpoints.save(progress, state());
        observers.forEach(each -> each.checkpointed(progress));
    }

    private Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        weights.all().forEach((name, tensor) -> state.put("model." + name, tensor));
        optimizer.state().forEach((name, tensor) -> state.put("optimizer." + name, tensor));
        state.put("totals", totals.sums());
        return state;
    }

    /** Writes the weights alone, under the names of a PyTorch state_dict. */
    public void save(Path file, Map<String, String> metadata) {
        Safetensors.write(file, weights.all(), metadata);
    }

    @Override
    public void close() {
        scope.close();
    }
}
