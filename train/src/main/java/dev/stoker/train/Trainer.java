package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.HostBatch;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Safetensors;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final DeviceStream stream;
    private final Weights weights;
    private final TrainingStep step;
    private final DeviceInput input;
    private final Totals totals;
    private final EvaluationSums testSums;
    private final Tensors parameters;
    private Progress progress = Progress.NONE;
    private Optional<TrainingObserver.EvaluationReport> latest = Optional.empty();

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
        stream = DeviceStream.open(settings.device());
        weights = Weights.initial(model, settings.seed().forPurpose("weights"), settings.device());
        prepare.accept(weights);
        input = new DeviceInput(
                data.shape(), data.type(), data.mean(), data.deviation(), data.batch(), settings.device());
        totals = new Totals(settings.device());
        step = new TrainingStep(
                model, weights, settings.optimizer(), settings.step(), input, totals, stream, settings.seed());
        testSums = new EvaluationSums(model.classes(), settings.device());
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** All epochs are done, or another end was reached. */
        record Finished(Score training, Evaluation test, Progress progress, LoopSettings.End end) implements Outcome {}

        /** Somebody asked to stop; a checkpoint holds everything up to here. */
        record Stopped(Progress progress) implements Outcome {}
    }

    /** Trains from the latest checkpoint, or from the start, to the last epoch or until asked to stop. */
    public Outcome fit(BooleanSupplier stopRequested) {
        restore();
        observers.forEach(
                each -> each.started(progress.epoch(), progress.batch(), settings.epochs(), data.batchesPerEpoch()));
        var over = end(progress);
        if (over.isPresent()) {
            return new Outcome.Finished(training(), evaluate(), progress, over.get());
        }
        try (var feed = data.training(progress.data())) {
            return fit(feed, stopRequested);
        }
    }

    private Outcome fit(BatchFeed feed, BooleanSupplier stopRequested) {
        while (true) {
            var clock = new Clock(progress.seconds());
            if (!trainEpoch(feed, clock, stopRequested)) {
                checkpoint();
                return new Outcome.Stopped(progress);
            }
            var test = progress.batch() < data.batchesPerEpoch()
                    ? Optional.of(endWithinEpoch(clock))
                    : finishEpoch(clock, inputReport(feed));
            var over = end(progress);
            if (over.isPresent() && test.isPresent()) {
                return new Outcome.Finished(training(), test.get(), progress, over.get());
            }
        }
    }

    private Optional<LoopSettings.End> end(Progress at) {
        return settings.loop().end(at, settings.epochs());
    }

    /** The means of the epoch under way, or of the last one where none is. */
    private Score training() {
        return progress.batch() > 0 ? totals.score() : progress.lastEpoch();
    }

    private static TrainingObserver.InputReport inputReport(BatchFeed feed) {
        return new TrainingObserver.InputReport(feed.statistics(), feed.decisions(), feed.skipped());
    }

    /** Trains the rest of the epoch, or up to the end of the run; false when asked to stop before. */
    private boolean trainEpoch(BatchFeed feed, Clock clock, BooleanSupplier stopRequested) {
        while (progress.batch() < data.batchesPerEpoch()) {
            clock.count(step(feed));
            progress = progress.afterStep(feed.state(), totals.images(), clock.total());
            report(clock);
            if (progress.batch() < data.batchesPerEpoch()) {
                if (settings.loop().evaluateEvery().isDue(progress, false)) {
                    evaluate(clock, true);
                }
                if (end(progress).isPresent()) {
                    return true;
                }
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

    /** Trains on the next batch; returns the number of pictures. */
    private int step(BatchFeed feed) {
        try (var _ = TensorScope.open("upload");
                HostBatch batch = feed.next()) {
            input.upload(batch);
        }
        step.run(new Moment(progress.step(), steps(), data.batchesPerEpoch(), rate()));
        return input.size();
    }

    private Tensor logits(Forward forward, Tensor pictures) {
        try (var _ =
                Autocast.open(settings.device(), settings.step().precision().type())) {
            return forward.apply(pictures).toFloat();
        }
    }

    /** Steps of the whole run. */
    private long steps() {
        return settings.loop().steps(settings.epochs(), data.batchesPerEpoch());
    }

    private double rate() {
        int batches = data.batchesPerEpoch();
        long warmUp = Math.round(settings.warmUpEpochs() * batches);
        var length = new Schedule.Length(warmUp, batches, steps());
        return settings.rate() * settings.schedule().factor(progress.step(), length);
    }

    /** An evaluation as an event of the run: it may be the best so far. */
    private Evaluation evaluate(Clock clock, boolean withinEpoch) {
        var test = clock.besides(this::evaluate);
        progress = progress.afterEvaluation(test, clock.total());
        boolean best = progress.standing().bestStep() == progress.step();
        if (best) {
            checkpoints.saveBest(step.evaluated().all(), progress, test);
        }
        var report = new TrainingObserver.EvaluationReport(progress.epoch(), progress.step(), test, best, withinEpoch);
        latest = Optional.of(report);
        observers.forEach(each -> each.evaluated(report));
        return test;
    }

    private Evaluation evaluate() {
        testSums.clear();
        var forward = Forward.evaluating(model, step.evaluated());
        try (var _ = Gradients.off();
                var feed = data.test()) {
            while (feed.hasNext()) {
                try (var _ = TensorScope.open("evaluate");
                        HostBatch batch = feed.next()) {
                    input.upload(batch);
                    int size = batch.size();
                    testSums.add(testLogits(forward, input.pictures(0, size)), input.labels(0, size), size);
                }
            }
        }
        return testSums.read();
    }

    private Tensor testLogits(Forward forward, Tensor pictures) {
        return settings.loop().views().logits(pictures, view -> logits(forward, view));
    }

    private void report(Clock clock) {
        if (progress.step() % settings.logEvery() != 0 && progress.batch() != data.batchesPerEpoch()) {
            return;
        }
        var score = totals.score();
        refuseUnlessFinite("loss", score.loss());
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

    private void refuseUnlessFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new StokerException(
                    "the %s is %s at step %d of epoch %d; the last checkpoint is from before: try a lower --lr, a warm-up, or --precision fp32"
                            .formatted(what, value, progress.step(), progress.epoch() + 1));
        }
    }

    private Evaluation endWithinEpoch(Clock clock) {
        long step = progress.step();
        var test = latest.filter(report -> report.step() == step)
                .map(TrainingObserver.EvaluationReport::test)
                .orElseGet(() -> evaluate(clock, true));
        checkpoint();
        return test;
    }

    /** Evaluates where it is time for it, or the last time to do so. */
    private Optional<Evaluation> finishEpoch(Clock clock, TrainingObserver.InputReport inputReport) {
        var training = totals.score();
        double imagesPerSecond = clock.perSecond();
        boolean due = settings.loop().evaluateEvery().isDue(progress, true)
                || end(progress.afterEpoch(training, clock.total())).isPresent();
        var test = due ? Optional.of(evaluate(clock, false)) : Optional.<Evaluation>empty();
        var report = new TrainingObserver.EpochReport(
                progress.epoch(),
                settings.epochs(),
                progress.step(),
                training,
                test,
                imagesPerSecond,
                clock.total(),
                inputReport,
                step.describe());
        observers.forEach(each -> each.epochFinished(report));
        totals.clear();
        progress = progress.afterEpoch(training, clock.total());
        checkpoint();
        return test;
    }

    // ---- state

    private void restore() {
        checkpoints.restore(state()).ifPresent(saved -> {
            progress = saved;
            totals.continueFrom(saved.imagesInEpoch());
            step.restored();
        });
    }

    /** Numbers that are none must not take the place of the last checkpoint that can be trained on. */
    private void checkpoint() {
        try (var _ = TensorScope.open("checkpoint");
                var _ = Gradients.off()) {
            refuseUnlessFinite("loss", totals.score().loss());
            // The square, since weights whose squares overflow are lost too, one step before they show it.
            var largest = parameters.largest();
            refuseUnlessFinite(
                    "square of the largest weight", largest.times(largest).sum().value());
        }
        checkpoints.save(progress, state());
        observers.forEach(each -> each.checkpointed(progress));
    }

    private Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        weights.all().forEach((name, tensor) -> state.put("model." + name, tensor));
        state.putAll(step.state());
        state.put("totals", totals.sums());
        return state;
    }

    /** Writes the weights alone, under the names of a PyTorch state_dict. */
    public void save(Path file, Map<String, String> metadata) {
        Safetensors.write(file, step.evaluated().all(), metadata);
    }

    @Override
    public void close() {
        step.close();
        stream.close();
        scope.close();
    }
}
