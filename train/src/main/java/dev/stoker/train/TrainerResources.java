package dev.stoker.train;

import dev.stoker.core.image.ImageRoute;
import dev.stoker.data.BatchFeed;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.internal.averaging.BatchNormStatistics;
import dev.stoker.train.internal.averaging.StochasticWeightAverage;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.evaluation.Evaluator;
import dev.stoker.train.internal.evaluation.EvaluatorSettings;
import dev.stoker.train.internal.hogwild.HogwildReplica;
import dev.stoker.train.internal.hogwild.HogwildSteps;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.measure.DeviceTrainingMeter;
import dev.stoker.train.internal.measure.MeasuredTrainer;
import dev.stoker.train.internal.parallel.BucketedExchange;
import dev.stoker.train.internal.parallel.RankWaits;
import dev.stoker.train.internal.parallel.SharedStatistics;
import dev.stoker.train.internal.parallel.SkippedRows;
import dev.stoker.train.internal.search.LearningRateFinder;
import dev.stoker.train.internal.step.BatchSteps;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.SequentialSteps;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.StepResources;
import dev.stoker.train.internal.step.TensorSnapshot;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.internal.step.WarmUp;
import dev.stoker.train.measure.TrainingFeeds;
import dev.stoker.train.measure.TrainingMeter;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What a trainer has on its device: weights, steps and evaluation. It owns a scope, so it belongs to one thread. */
final class TrainerResources implements AutoCloseable {
    private final TrainingSettings settings;
    private final TrainingDevice trainingDevice;
    private final TensorScope scope;
    private final DeviceStream stream;
    private final Optional<DataParallel> parallel;
    private final Weights weights;
    private final RunningMetrics metrics;
    private final TrainingStep step;
    private final Optional<StochasticWeightAverage> average;
    private final Evaluator evaluator;
    private final StepTimer times;
    private final Tensors parameters;
    private final Optional<SharedStatistics> statistics;
    private final Optional<RankWaits> waits;
    private DeviceInput input;
    private TrainingPhase phase;
    private Optional<BatchSteps> steps = Optional.empty();

    /** {@code phase} is the last phase of the run, whose model has all weights. A failure leaves nothing open. */
    static TrainerResources open(
            TrainingPhase phase, TrainingSettings settings, TrainingDevice device, Consumer<Weights> prepare) {
        settings.step().check(phase.model());
        var scope = TensorScope.open("trainer");
        Optional<DeviceStream> stream = Optional.empty();
        boolean isOpen = false;
        try {
            stream = Optional.of(DeviceStream.open(settings.device()));
            var resources = new TrainerResources(phase, settings, device, scope, stream.get(), prepare);
            isOpen = true;
            return resources;
        } finally {
            if (!isOpen) {
                stream.ifPresent(DeviceStream::close);
                scope.close();
            }
        }
    }

    private TrainerResources(
            TrainingPhase phase,
            TrainingSettings settings,
            TrainingDevice trainingDevice,
            TensorScope scope,
            DeviceStream stream,
            Consumer<Weights> prepare) {
        this.settings = settings;
        this.trainingDevice = trainingDevice;
        this.phase = phase;
        this.scope = scope;
        this.stream = stream;
        var model = phase.model();
        var device = settings.device();
        TrainingStep.compileAhead(model, settings.step(), device);
        weights = Weights.initial(model, settings.seed().forPurpose("weights"), device);
        prepare.accept(weights);
        var evaluationInput = DeviceInput.forEvaluation(phase.data(), device);
        input = phase.data().imageRoute() instanceof ImageRoute.HostAugmented
                ? evaluationInput
                : DeviceInput.forTraining(phase.data(), device);
        parallel = settings.parallel().map(ranks -> ranks.on(stream));
        metrics = new RunningMetrics(device, parallel.map(DataParallel::communicator));
        step = new TrainingStep(
                new StepResources(trainingDevice, stream, weights, metrics, parallel),
                model,
                input,
                settings.optimizer(),
                settings.step(),
                settings.seed());
        average = settings.averaging().map(averaging -> new StochasticWeightAverage(averaging, weights));
        evaluator =
                new Evaluator(model, evaluatedWeights(), phase.data(), evaluatorSettings(), evaluationInput, stream);
        step.whenOutOfMemory(evaluator::releaseMemory);
        times = new StepTimer(stream, settings.trace(), settings.timed());
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
        statistics = parallel.map(ranks -> statistics(ranks, weights, evaluatedWeights()));
        waits = parallel.map(ranks ->
                new RankWaits(ranks.communicator().rank(), ranks.communicator().world()));
    }

    /** Averages over steps or epochs, or the trained weights themselves. */
    private Weights evaluatedWeights() {
        return average.map(StochasticWeightAverage::weights).orElseGet(step::evaluatedWeights);
    }

    private static SharedStatistics statistics(DataParallel parallel, Weights weights, Weights evaluated) {
        var buffers = new ArrayList<>(weights.buffers().values());
        if (evaluated != weights) {
            buffers.addAll(evaluated.buffers().values());
        }
        return new SharedStatistics(parallel.communicator(), buffers);
    }

    private EvaluatorSettings evaluatorSettings() {
        return new EvaluatorSettings(
                trainingDevice,
                settings.step().precision(),
                settings.step().loss().forEvaluation(),
                settings.step().capture(),
                settings.loop().testTimeAugmentation(),
                parallel.map(DataParallel::communicator));
    }

    /** The other ranks, for tensors of the device. */
    Optional<DataParallel> parallel() {
        return parallel;
    }

    /** How long ranks waited for each other, where there are several. */
    Optional<RankWaits> waits() {
        return waits;
    }

    /** After a step of a run of so many: weights are added to the average where that is due. */
    void afterStep(TrainingProgress progress, long runSteps) {
        average.ifPresent(each ->
                each.after(progress, runSteps, progress.batch() == phase.data().batchesPerEpoch()));
    }

    /** Before an evaluation: the evaluated weights are complete. False where it was told not to continue. */
    boolean prepareEvaluation(Evaluator.Progress continues) {
        joinSteps();
        var batchNorm = new BatchNormStatistics(
                phase.model(), input, settings.device(), settings.step().precision(), settings.seed());
        return average.map(each -> each.prepare(
                        averaged -> batchNorm.compute(averaged, phase.data(), step.microBatches(), continues)))
                .orElse(true);
    }

    /** Makes the running statistics of all ranks the same; called at the same points by all. */
    void averageStatistics() {
        joinSteps();
        statistics.ifPresent(SharedStatistics::average);
    }

    /** A staging buffer for a checkpoint of these tensors, where the device has use and memory for one. */
    Optional<SnapshotBuffer> stagingBuffer(Collection<Tensor> tensors) {
        return trainingDevice.stagingBuffer(tensors, stream);
    }

    Device device() {
        return settings.device();
    }

    RunningMetrics metrics() {
        return metrics;
    }

    TrainingStep step() {
        return step;
    }

    Evaluator evaluator() {
        return evaluator;
    }

    StepTimer times() {
        return times;
    }

    /** Trains on batches, and tells for how long each step waited for other ranks; it must be closed before the next phase is entered. */
    BatchSteps openSteps(Consumer<BucketedExchange.Wait> communicated) {
        BatchSteps opened = settings.hogwildThreads() > 0
                ? HogwildSteps.start(settings.hogwildThreads(), this::replica, metrics, times)
                : new SequentialSteps(
                        step, new DevicePrefetcher(input, stream, times), times, skippedRows(), communicated);
        steps = Optional.of(opened);
        return opened;
    }

    /** Where several ranks may lack corrupt rows. */
    private Optional<SkippedRows> skippedRows() {
        int limit = phase.data().corruptLimit();
        return settings.parallel()
                .map(DataParallel::communicator)
                .filter(ranks -> limit > 0 && ranks.world() > 1)
                .map(ranks -> new SkippedRows(ranks, limit));
    }

    /** The corrupt images that a feed has skipped, on all ranks. */
    CorruptImages corruptImages(BatchFeed feed) {
        return skippedRows().map(ranks -> ranks.all(feed)).orElseGet(() -> CorruptImages.of(feed));
    }

    private HogwildReplica replica() {
        var own = new RunningMetrics(settings.device());
        var ownInput = DeviceInput.forTraining(phase.data(), settings.device());
        var resources = new StepResources(trainingDevice, stream, weights.sharingMemory(), own);
        var ownStep = new TrainingStep(
                resources, phase.model(), ownInput, settings.optimizer(), settings.step(), settings.seed());
        ownStep.enter(phase.model(), ownInput, phase.strength());
        return new HogwildReplica(ownStep, ownInput, own).sharing(step.state());
    }

    /** Before weights or metrics are read: steps of other threads are done. */
    private void joinSteps() {
        steps.ifPresent(BatchSteps::join);
    }

    /** From now on steps are those of this phase. */
    void enter(TrainingPhase next) {
        phase = next;
        evaluator.releaseMemory();
        input = DeviceInput.forTraining(phase.data(), settings.device());
        TrainingStep.compileAhead(phase.model(), settings.step(), settings.device());
        step.enter(phase.model(), input, phase.strength());
    }

    /** The mean loss and accuracy of the epoch so far. Waits for the device. */
    LossAndAccuracy score() {
        joinSteps();
        return metrics.score();
    }

    /** The same where nothing is waited for. */
    Optional<LossAndAccuracy> scoreWithoutWaiting() {
        boolean waits = settings.device() instanceof Device.Cuda || settings.hogwildThreads() > 0;
        return waits ? Optional.empty() : Optional.of(metrics.score());
    }

    /**
     * Before ranks exchange anything: each finds out how many micro-batches its memory needs, and the largest number holds, so
     * that all of them have the same. Nothing happens where there is one rank.
     */
    void agreeOnMicroBatches(StepContext context) {
        parallel.map(DataParallel::communicator)
                .filter(ranks -> ranks.world() > 1)
                .ifPresent(ranks -> {
                    try (var _ = TensorScope.open("memory")) {
                        input.fill(
                                input.spareRows(),
                                input.spareLabels(),
                                phase.data().rowsPerBatch());
                        int own = step.fittingMicroBatches(context);
                        step.useMicroBatches(
                                Math.toIntExact(ranks.startMaximum(own).join()[0]));
                    }
                });
    }

    /** Warms up steps of these batch sizes first and evaluation then, which must not take the memory that steps need. */
    void warmUp(StepContext context, int... sizes) {
        new WarmUp(step, input, state().values()).run(context, sizes);
        if (step.isCaptured()) {
            evaluator.warmUp();
        }
    }

    /** Trains on the data of a phase to find a learning rate, and restores everything. */
    <T> T withLearningRateFinder(TrainingData data, Function<LearningRateFinder, T> search) {
        try (var _ = TensorScope.open("learning rate finder")) {
            var before = new TensorSnapshot(state().values());
            long images = metrics.images();
            before.save();
            try {
                return search.apply(new LearningRateFinder(step, input, metrics, data));
            } finally {
                before.restore();
                metrics.continueFrom(images);
                step.restored();
            }
        }
    }

    /** Measures the last phase; {@code feeds} opens its training batches. Close it before the trainer. */
    TrainingMeter meter(TrainingPhase measuredPhase, TrainingFeeds feeds) {
        var measured = new MeasuredTrainer(
                settings,
                measuredPhase.model(),
                new StepResources(trainingDevice, stream, weights, metrics),
                step,
                input,
                times,
                state().values(),
                batchSizes(measuredPhase.data()));
        return new DeviceTrainingMeter(measured, feeds);
    }

    /** A full batch, and the last of an epoch where that is a partial one. */
    static List<Integer> batchSizes(TrainingData data) {
        int full = data.rowsPerBatch();
        int last = data.share().rows(data.trainingImages() % data.batch());
        return last == 0 || last == full ? List.of(full) : List.of(full, last);
    }

    /** Everything that a checkpoint keeps. */
    Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        weights.all().forEach((name, tensor) -> state.put("model." + name, tensor));
        state.putAll(step.state());
        average.ifPresent(each -> state.putAll(each.state()));
        state.put("totals", metrics.sums());
        return state;
    }

    /** After the state was read from a checkpoint. */
    void restored(TrainingProgress saved) {
        metrics.continueFrom(saved.imagesInEpoch());
        weightsRestored();
    }

    /** After weights were restored or received. */
    void weightsRestored() {
        step.restored();
        average.ifPresent(StochasticWeightAverage::restored);
    }

    /**
     * The mean loss and accuracy, and the sum of the squares of the largest weights: weights whose squares overflow are lost
     * too, one step before the loss shows it. Waits for the device, once.
     */
    RunningMetrics.Reading reading() {
        joinSteps();
        try (var _ = TensorScope.open("reading");
                var _ = Gradients.off()) {
            var largest = parameters.largest();
            return metrics.scoreWith(largest.times(largest).sum());
        }
    }

    /** At most so many values of what belongs to each trained weight, evenly spread. */
    Map<String, float[]> sampled(int most, UnaryOperator<Tensor> value) {
        var samples = new LinkedHashMap<String, float[]>();
        try (var _ = Gradients.off()) {
            weights.parameters().forEach((name, parameter) -> {
                try (var _ = TensorScope.open("sample")) {
                    samples.put(name, sampled(value.apply(parameter).detach().flatten(0), most));
                }
            });
        }
        return samples;
    }

    private static float[] sampled(Tensor flat, int most) {
        long every = Math.ceilDiv(flat.elements(), most);
        long count = flat.elements() / every;
        return flat.part(0, count * every)
                .reshape(count, every)
                .narrow(1, 0, 1)
                .toFloat()
                .toHost()
                .toArray(ValueLayout.JAVA_FLOAT);
    }

    /** The weights that are evaluated, and that are the result of the run. */
    Map<String, Tensor> result() {
        return evaluatedWeights().all();
    }

    void save(Path file, Map<String, String> metadata) {
        SafetensorsWriter.write(file, result(), metadata);
    }

    @Override
    public void close() {
        step.close();
        evaluator.close();
        times.close();
        // After the graphs that use it; the communicator of hosts belongs to whoever opened it.
        parallel.filter(ranks -> settings.parallel().filter(ranks::equals).isEmpty())
                .ifPresent(ranks -> ranks.communicator().close());
        stream.close();
        scope.close();
    }
}
