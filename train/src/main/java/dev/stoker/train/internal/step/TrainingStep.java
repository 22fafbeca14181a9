package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.ConvolutionWeights;
import dev.stoker.nn.FusedKernels;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.FusedKernel;
import dev.stoker.train.internal.device.ReplayableGraph;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.parallel.BucketedExchange;
import dev.stoker.train.internal.parallel.GradientExchange;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.StepState;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * One training step on the batch that is in the device input: compute gradients, update weights. On a GPU it is captured
 * after a few steps and replayed from then on, so everything that changes from step to step is in tensors: the batch, the
 * learning rate, the step number, the sampled parameters of Mixup. The partial last batch of an epoch has a graph of its own;
 * each phase of a run captures anew.
 */
public final class TrainingStep implements AutoCloseable {
    private final StepResources resources;
    private final Optional<LossScaler> lossScaler;
    private final Optional<BucketedExchange> exchange;
    private final GradientComputation gradients;
    private final WeightUpdate update;
    private final StepExecution execution;
    private final Optional<SharpnessAwareAscent> ascent;
    private final OutOfMemoryRecovery recovery;
    private DeviceInput input;

    /** Begins to compile what steps of this model need on a GPU, beside everything else that happens before the first one. */
    public static void compileAhead(Model model, StepSettings settings, Device device) {
        if (device instanceof Device.Cuda gpu && settings.fusing() == StepSettings.Fusing.AUTO) {
            FusedKernel.compileAhead(gpu, settings.precision().type(), FusedKernels.of(model));
        }
    }

    /** Tensors that it makes belong to the innermost scope. */
    public TrainingStep(
            StepResources resources,
            Model model,
            DeviceInput input,
            Optimizer.Settings optimizerSettings,
            StepSettings settings,
            Seed seed) {
        settings.check(model);
        this.resources = resources;
        this.input = input;
        var weights = resources.weights();
        var precision = settings.precision();
        // First, since they create the gradients that everything else refers to.
        exchange = resources.parallel().map(ranks -> new BucketedExchange(ranks, weights.parameters()));
        var optimizer = Optimizer.of(optimizerSettings, weights.parameters());
        var ofParameters = ParameterGradients.of(weights);
        var lowPrecisionWeights = lowPrecision(weights, model, precision);
        lowPrecisionWeights.ifPresent(low -> exchange.ifPresent(ranks -> ranks.collectBy(low::collector)));
        lossScaler = precision.needsLossScale() ? Optional.of(new LossScaler(resources.device())) : Optional.empty();
        gradients = new GradientComputation(
                resources,
                model,
                input,
                settings,
                seed,
                ofParameters,
                exchange.<GradientExchange>map(ranks -> ranks).orElse(GradientExchange.NONE),
                lowPrecisionWeights,
                lossScaler);
        update = new WeightUpdate(resources, optimizer, settings, ofParameters, lowPrecisionWeights, lossScaler);
        ascent = settings.ascent() > 0
                ? Optional.of(new SharpnessAwareAscent(settings.ascent(), weights, ofParameters))
                : Optional.empty();
        recovery = new OutOfMemoryRecovery(
                resources.device(), settings, gradients.changedByFailedAttempt(), gradients::recompute);
        execution = StepExecution.of(
                resources.trainingDevice(), resources.stream(), settings.capture(), this::computeAndUpdate);
    }

    /** Of all weights, or on a GPU of those that autocast would convert one by one. */
    private Optional<LowPrecisionWeights> lowPrecision(Weights weights, Model model, Precision precision) {
        var type = precision.type();
        if (precision.hasLowPrecisionWeights()) {
            return Optional.of(new LowPrecisionWeights(weights, weights.toType(type), type));
        }
        if (type == DataType.FLOAT32 || resources.device() instanceof Device.Cpu) {
            return Optional.empty();
        }
        var names = ConvolutionWeights.of(model);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new LowPrecisionWeights(weights, weights.toType(type, names::contains), type));
    }

    /** The algorithm, as it runs operator by operator or is captured. */
    private void computeAndUpdate() {
        try (var _ = TensorScope.open("step")) {
            // With the gradients of all ranks: they are exchanged before they are unscaled, so an overflow is
            // everybody's.
            gradients.compute(recovery.microBatches());
            ascent.ifPresent(this::computeUphill);
            recovery.updateBegins();
            update.apply();
        }
    }

    /** The gradients at the end of the ascent take the place of those at the weights. */
    private void computeUphill(SharpnessAwareAscent sharpnessAware) {
        sharpnessAware.ascend();
        update.restored(); // what follows the weights
        gradients.computeAgain(recovery.microBatches());
        sharpnessAware.descend();
    }

    /**
     * From now on images come from another input, in another size or batch size, for another model with the same weights, and
     * Mixup and CutMix are scaled by {@code strength}. Captured graphs are given up with their memory. Tensors that this makes
     * belong to the innermost scope.
     */
    public void enter(Model nextModel, DeviceInput nextInput, double strength) {
        execution.discard();
        input = nextInput;
        gradients.enter(nextModel, nextInput, strength);
    }

    /** Trains on the batch that is in the input. */
    public void run(StepContext context) {
        prepare(context);
        gradients.agree();
        resources.metrics().count(input.wholeSize());
        while (!attempt()) {
            discardCapturedGraphs();
        }
        update.afterStep(context);
    }

    private void prepare(StepContext context) {
        gradients.prepare(context);
        update.prepare(context);
    }

    /** False where the device had too little memory, and another attempt may succeed. */
    private boolean attempt() {
        recovery.attemptBegins(execution.isCaptured(input));
        try {
            execution.run(input);
            return true;
        } catch (RuntimeException failure) {
            if (ascent.isPresent() && ascent.get().descend()) {
                update.restored();
            }
            recovery.recover(failure, input.size(), gradients.isExchanging());
            return false;
        }
    }

    /** Whether there is anything to warm up: a step that may be captured. */
    public boolean mayBeCaptured() {
        return execution.mayBeCaptured();
    }

    /**
     * Runs on the batch in the input until that is captured, and waits for the device. Everything that a step changes is
     * changed, and too little memory is a failure: the caller restores everything.
     */
    public void warmUp(StepContext context) {
        prepare(context);
        gradients.agree();
        for (int i = 0; i < ReplayableGraph.RUNS_UNTIL_CAPTURED; i++) {
            execution.run(input);
        }
        resources.stream().synchronize();
    }

    /**
     * Finds out into how many micro-batches the batch in the input must be divided to fit into memory, by passes without other
     * ranks. Nothing that a checkpoint keeps is changed.
     */
    public int fittingMicroBatches(StepContext context) {
        prepare(context);
        while (!fits()) {
            DeviceMemory.emptyCache(resources.device());
        }
        return recovery.microBatches();
    }

    private boolean fits() {
        recovery.attemptBegins(false);
        try (var _ = TensorScope.open("passes")) {
            gradients.computeAlone(recovery.microBatches());
            resources.stream().synchronize();
            recovery.undo();
            return true;
        } catch (RuntimeException failure) {
            recovery.recover(failure, input.size(), false);
            return false;
        }
    }

    /** From now on a batch is divided into so many micro-batches. */
    public void useMicroBatches(int count) {
        recovery.use(count);
    }

    /** {@code release} is called before micro-batches shrink: it releases memory that is held elsewhere; false where there is none. */
    public void whenOutOfMemory(BooleanSupplier release) {
        recovery.releaseOfOthers(release);
    }

    /** Gives up captured graphs and all memory that is cached; later steps capture anew. */
    void discardCapturedGraphs() {
        execution.discard();
        DeviceMemory.emptyCache(resources.device());
    }

    /** Where other ranks take part, a step that ran out of memory cannot be given up silently. */
    void failIfShared(RuntimeException outOfMemory) {
        recovery.failIfExchanging(outOfMemory, !resources.isAlone());
    }

    /** Images of the batch in the input, on all ranks together. */
    public int wholeBatch() {
        return input.wholeSize();
    }

    /** The batch in the input has so many images on all ranks together. */
    void useWholeBatch(int images) {
        input.useWholeSize(images);
    }

    /** For how long the last step waited for the gradients of other ranks. */
    public BucketedExchange.Wait communication() {
        return exchange.map(BucketedExchange::takeWaited).orElse(BucketedExchange.Wait.NONE);
    }

    /** Micro-batches per step by now. */
    public int microBatches() {
        return recovery.microBatches();
    }

    /** Whether activations of blocks are computed again in backward by now. */
    public boolean recomputes() {
        return gradients.recomputes();
    }

    /** Replays the captured step, with the batch, learning rate and step number that it saw last: for measuring. */
    public void replay() {
        execution.replay();
    }

    /** Whether steps are replayed by now. */
    public boolean isCaptured() {
        return execution.isCaptured();
    }

    /** The size of the partial batches that are replayed by now. */
    OptionalInt capturedPartialBatch() {
        return execution.capturedPartialBatch();
    }

    /** Why steps run operator by operator, where they do. */
    public Optional<String> whyEager() {
        return execution.whyEager();
    }

    /** Why there are no fused kernels, where there are none. */
    public Optional<String> whyNotFused() {
        return gradients.whyNotFused();
    }

    /** The weights to evaluate: the moving average where there is one. */
    public Weights evaluatedWeights() {
        return update.evaluatedWeights();
    }

    /** How steps run by now; waits for the device where there is a loss scale. */
    public StepState describe() {
        return new StepState(
                isCaptured(),
                whyEager(),
                lossScaler.map(LossScaler::value),
                lossScaler.map(LossScaler::skipped).orElse(0L));
    }

    /** What a checkpoint keeps besides the weights. */
    public Map<String, Tensor> state() {
        return update.state();
    }

    /** After weights were restored, from a checkpoint or a snapshot. */
    public void restored() {
        update.restored();
    }

    @Override
    public void close() {
        execution.close();
    }
}
