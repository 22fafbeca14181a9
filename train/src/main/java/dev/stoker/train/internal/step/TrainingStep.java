package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelOutputs;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientClipping;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One step of training on a batch that lies on the device. On a GPU it is captured after a few steps and replayed from then
 * on; so whatever changes from step to step lies in tensors: the batch, the rate, the number of the step, what is drawn. The
 * short last batch of an epoch is captured apart; with another phase of the run a step is captured anew.
 */
public final class TrainingStep implements AutoCloseable {
    private final StepSettings settings;
    private final DeviceStream stream;
    private final RunningMetrics totals;
    private final Weights weights;
    private final Optimizer optimizer;
    private final Tensors gradients;
    private final List<Tensor> gradientList;
    private final Tensor rate;
    private final Tensor number;
    private final DropoutGenerator randomness;
    private final Seed mixing;
    private final Optional<LowPrecisionWeights> lowPrecisionWeights;
    private final Optional<LossScaler> lossScale;
    private final Optional<ExponentialMovingAverage> average;
    private final GradientTapeFactory gradientTapes;
    private final Optional<Lookahead> lookahead;

    private final Optional<String> whyNeverCaptured;
    private final TensorSnapshot beginning;
    private final IntConsumer afterForward;
    private Model model;
    private DeviceInput input;
    private MixupCutmix mixer;
    private @Nullable CapturedStepGraphs captured;
    private BooleanSupplier whenOutOfMemory = () -> false;
    private int parts;
    private boolean updating;

    /** Everything it makes belongs to the innermost scope; {@code number} counts steps on the device. */
    public TrainingStep(
            Model model,
            Weights weights,
            Optimizer.Settings optimizerSettings,
            StepSettings settings,
            DeviceInput input,
            RunningMetrics totals,
            DeviceStream stream,
            Seed seed) {
        this(model, weights, optimizerSettings, settings, input, totals, stream, seed, _ -> {});
    }

    /** {@code afterForward} is told of the images of each micro-batch, and may fail as the device would. */
    public TrainingStep(
            Model model,
            Weights weights,
            Optimizer.Settings optimizerSettings,
            StepSettings settings,
            DeviceInput input,
            RunningMetrics totals,
            DeviceStream stream,
            Seed seed,
            IntConsumer afterForward) {
        this.model = model;
        this.settings = settings;
        this.afterForward = afterForward;
        this.stream = stream;
        this.input = input;
        this.totals = totals;
        this.weights = weights;
        var device = stream.device();
        optimizer = Optimizer.of(optimizerSettings, weights.parameters());
        gradientList =
                weights.parameters().values().stream().map(Tensor::gradient).toList();
        gradients = Tensors.of(gradientList);
        rate = Tensor.zeros(DataType.FLOAT32, device);
        number = Tensor.zeros(DataType.INT64, device);
        randomness = new DropoutGenerator(seed.forPurpose("dropout"), number);
        mixing = seed.forPurpose("mixing");
        mixer = new MixupCutmix(settings.mixing(), input.shape(), mixing, device);
        var precision = settings.precision();
        lowPrecisionWeights = precision.isWhole()
                ? Optional.of(new LowPrecisionWeights(weights, precision.type()))
                : Optional.empty();
        lossScale = precision.needsLossScale() ? Optional.of(new LossScaler(device)) : Optional.empty();
        average = settings.averageDecay() > 0
                ? Optional.of(new ExponentialMovingAverage(settings.averageDecay(), weights))
                : Optional.empty();
        gradientTapes = settings.fusing() == StepSettings.Fusing.AUTO
                ? GradientTapeFactory.on(device)
                : GradientTapeFactory.without("it was asked for");
        lookahead =
                settings.lookahead() > 0 ? Optional.of(new Lookahead(settings.lookahead(), weights)) : Optional.empty();
        whyNeverCaptured = device instanceof Device.Cpu
                ? Optional.of("a CPU has nothing to capture")
                : settings.capture() == StepSettings.Capture.OFF ? Optional.of("it was asked for") : Optional.empty();
        captured = newGraphs();
        parts = settings.accumulate();
        beginning = new TensorSnapshot(changedBeforeUpdate());
    }

    /** Running statistics and sums; gradients are not among them, since a step begins by clearing those. */
    private List<Tensor> changedBeforeUpdate() {
        var tensors = new ArrayList<Tensor>(weights.buffers().values());
        tensors.add(totals.sums());
        return tensors;
    }

    private @Nullable CapturedStepGraphs newGraphs() {
        return whyNeverCaptured.isEmpty() ? new CapturedStepGraphs(stream, this::runEagerly) : null;
    }

    /**
     * From now on images come from another place, in another size or number, and the net is the one for them; they are
     * mixed by so much. What was captured is given up with its memory. What this makes belongs to the innermost scope.
     */
    public void enter(Model nextModel, DeviceInput nextInput, double strength) {
        close();
        model = nextModel;
        input = nextInput;
        mixer = new MixupCutmix(settings.mixing().times(strength), input.shape(), mixing, stream.device());
        captured = newGraphs();
    }

    /** Trains on what was uploaded last. */
    public void run(StepContext context) {
        prepare(context);
        totals.count(input.size());
        while (!isDone()) {
            beginning.restore();
            discardCapturedGraphs();
        }
        lookahead.ifPresent(slow -> follow(slow, context));
    }

    private void prepare(StepContext context) {
        rate.fillInPlace(context.rate());
        number.fillInPlace(context.step());
        mixer.prepare(context.step());
        optimizer.prepare(context.epochs());
    }

    /** Whether there is anything to get ready: a step that may be captured. */
    public boolean mayBeCaptured() {
        return whyNeverCaptured.isEmpty();
    }

    /**
     * Runs on what lies in the input until that is captured, and waits for the device. All that a step changes is changed, and
     * too little memory is a failure: whoever asks for it puts everything back.
     */
    public void warmUp(StepContext context) {
        prepare(context);
        for (int i = 0; i < CudaGraph.RUNS_UNTIL_CAPTURED; i++) {
            runOnce();
        }
        stream.synchronize();
    }

    /** Asked before a step is done in smaller parts: whether somebody else had memory to give back, and has done so. */
    public void whenOutOfMemory(BooleanSupplier givesBack) {
        whenOutOfMemory = givesBack;
    }

    /** What was captured is given up with its memory; steps begin anew to get captured. */
    void discardCapturedGraphs() {
        close();
        DeviceMemory.emptyCache(stream.device());
        captured = newGraphs();
    }

    /** False where the device had too little memory, and everything is as it was before. */
    private boolean isDone() {
        if (!present().map(CudaGraph::isCaptured).orElse(false)) {
            beginning.save(); // what is replayed has its memory already
        }
        updating = false;
        try {
            runOnce();
            return true;
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            failIfUpdating(failure);
            if (!whenOutOfMemory.getAsBoolean()) {
                failUnlessSmallerMicroBatchesHelp(failure);
                parts = 2 * parts;
            }
            return false;
        }
    }

    /** What the batch in the input is replayed by, or will be. */
    private Optional<CudaGraph> present() {
        return captured == null ? Optional.empty() : captured.of(input);
    }

    private void runOnce() {
        Runnable work = present().<Runnable>map(each -> each::run).orElse(this::runEagerly);
        if (input.isFull()) {
            work.run();
        } else {
            // One step of an epoch is not worth seconds of trying kernels.
            GpuSettings.withoutCudnnBenchmark(work);
        }
    }

    private void failIfUpdating(RuntimeException failure) {
        if (updating) {
            throw new DeviceOutOfMemoryException(
                    "%s has too little memory to update the weights, which are half updated now; the last checkpoint is from before: start again with a smaller --batch or model"
                            .formatted(stream.device()),
                    failure);
        }
    }

    private void failUnlessSmallerMicroBatchesHelp(RuntimeException failure) {
        int images = Math.ceilDiv(input.size(), parts);
        if (images == 1) {
            throw new DeviceOutOfMemoryException(
                    "%s has too little memory for a batch of 1; use a smaller model, a smaller --size or a shorter --precision"
                            .formatted(stream.device()),
                    failure);
        }
        if (settings.outOfMemory() == StepSettings.OutOfMemory.FAIL) {
            throw new DeviceOutOfMemoryException(
                    "%s has too little memory for %d images at once; use a smaller --batch, or --out-of-memory halve"
                            .formatted(stream.device(), images),
                    failure);
        }
    }

    /** Micro-batches of a step by now. */
    public int parts() {
        return parts;
    }

    private void follow(Lookahead slow, StepContext context) {
        try (var _ = Gradients.off()) {
            if (slow.update(context)) {
                lowPrecisionWeights.ifPresent(LowPrecisionWeights::refresh);
            }
        }
    }

    private void runEagerly() {
        try (var _ = TensorScope.open("step")) {
            compute(input.size());
        }
    }

    /** Replays the captured step as it is, with the batch, the rate and the number that it saw last: for measuring. */
    public void replay() {
        if (captured == null) {
            throw new IllegalStateException("nothing is captured: " + whyEager().orElse(""));
        }
        captured.full().replay();
    }

    /** Whether steps are replayed by now. */
    public boolean isCaptured() {
        return captured != null && captured.full().isCaptured();
    }

    /** The size of short batches that are replayed by now. */
    OptionalInt capturedPartialBatch() {
        return captured == null ? OptionalInt.empty() : captured.partialBatchSize();
    }

    /** Why steps run operator by operator, where they do. */
    public Optional<String> whyEager() {
        return captured == null ? whyNeverCaptured : captured.full().whyNotCaptured();
    }

    /** Why there are no fused kernels in it, where there are none. */
    public Optional<String> whyNotFused() {
        return gradientTapes.whyNotFused();
    }

    // ---- the algorithm

    private void compute(int size) {
        optimizer.clearGradients();
        lowPrecisionWeights.ifPresent(LowPrecisionWeights::clearGradients);
        int micro = Math.ceilDiv(size, parts);
        for (int from = 0; from < size; from += micro) {
            learn(from, Math.min(micro, size - from), size);
        }
        lowPrecisionWeights.ifPresent(LowPrecisionWeights::collectGradients);
        updating = true;
        var step = lossScale.map(scale -> scale.unscale(gradientList, rate)).orElse(rate);
        if (settings.clip() > 0) {
            GradientClipping.clip(gradients, settings.clip());
        }
        optimizer.step(step);
        lossScale.ifPresent(LossScaler::update);
        try (var _ = Gradients.off()) {
            lowPrecisionWeights.ifPresent(LowPrecisionWeights::refresh);
            average.ifPresent(ExponentialMovingAverage::update);
        }
    }

    /** Adds the gradients of some images of a batch of {@code size}. */
    private void learn(int from, int count, int size) {
        var labels = input.labels(from, count);
        var tape = gradientTapes.tape();
        var outputs = outputs(mixer.images(input.images(from, count)), tape);
        var loss = outputs.loss(logits -> mixer.loss(logits, labels, settings.labelSmoothing()));
        totals.add(loss, outputs.logits(), labels, count);
        afterForward.accept(count);
        var weighted = count == size ? loss : loss.times(count / (double) size);
        var scaled = lossScale.map(scale -> scale.scaled(weighted)).orElse(weighted);
        tape.ifPresentOrElse(each -> each.backward(scaled), scaled::backward);
    }

    private ModelOutputs outputs(Tensor images, Optional<GradientTape> tape) {
        var untaped = Forward.training(
                model, lowPrecisionWeights.map(LowPrecisionWeights::weights).orElse(weights), randomness);
        var forward = tape.map(untaped::withTape).orElse(untaped);
        var type = settings.precision().type();
        if (lowPrecisionWeights.isPresent()) {
            return forward.outputs(images.to(type, stream.device())).toFloat();
        }
        try (var _ = Autocast.open(stream.device(), type)) {
            return forward.outputs(images).toFloat();
        }
    }

    /** What evaluation uses: the average where there is one. */
    public Weights evaluated() {
        return average.map(ExponentialMovingAverage::weights).orElse(weights);
    }

    /** How steps run by now; waits for the device where there is a loss scale. */
    public TrainingObserver.StepState describe() {
        return new TrainingObserver.StepState(
                isCaptured(),
                whyEager(),
                lossScale.map(LossScaler::value),
                lossScale.map(LossScaler::skipped).orElse(0L));
    }

    /** What a checkpoint must keep besides the weights. */
    public Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        optimizer.state().forEach((name, tensor) -> state.put("optimizer." + name, tensor));
        lossScale.ifPresent(scale -> scale.state().forEach((name, tensor) -> state.put("loss_scale." + name, tensor)));
        average.ifPresent(
                weights -> weights.weights().all().forEach((name, tensor) -> state.put("average." + name, tensor)));
        lookahead.ifPresent(slow -> slow.state().forEach((name, tensor) -> state.put("lookahead." + name, tensor)));
        return state;
    }

    /** After a checkpoint was read: what follows the weights follows them again. */
    public void restored() {
        try (var _ = Gradients.off()) {
            lowPrecisionWeights.ifPresent(LowPrecisionWeights::refresh);
        }
    }

    @Override
    public void close() {
        if (captured != null) {
            captured.close();
        }
    }
}
