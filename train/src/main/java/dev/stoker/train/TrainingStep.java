package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.core.Seed;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Outputs;
import dev.stoker.nn.Randomness;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.CapturedWork;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceMemory;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.GpuSettings;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tape;
import dev.stoker.tensor.Tapes;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
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
    private final Totals totals;
    private final Weights weights;
    private final Optimizer optimizer;
    private final Tensors gradients;
    private final List<Tensor> gradientList;
    private final Tensor rate;
    private final Tensor number;
    private final Randomness randomness;
    private final Seed mixing;
    private final Optional<ShortWeights> shortWeights;
    private final Optional<LossScale> lossScale;
    private final Optional<WeightAverage> average;
    private final Tapes tapes;
    private final Optional<Lookahead> lookahead;

    private final Optional<String> whyNeverCaptured;
    private final KeptState beginning;
    private final IntConsumer afterForward;
    private Model model;
    private DeviceInput input;
    private Mixer mixer;
    private @Nullable CapturedSteps captured;
    private BooleanSupplier whenMemoryIsShort = () -> false;
    private int parts;
    private boolean updating;

    /** Everything it makes belongs to the innermost scope; {@code number} counts steps on the device. */
    TrainingStep(
            Model model,
            Weights weights,
            Optimizer.Settings optimizerSettings,
            StepSettings settings,
            DeviceInput input,
            Totals totals,
            DeviceStream stream,
            Seed seed) {
        this(model, weights, optimizerSettings, settings, input, totals, stream, seed, _ -> {});
    }

    /** {@code afterForward} is told of the pictures of each micro-batch, and may fail as the device would. */
    TrainingStep(
            Model model,
            Weights weights,
            Optimizer.Settings optimizerSettings,
            StepSettings settings,
            DeviceInput input,
            Totals totals,
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
        rate = Tensor.zeros(ElementType.FLOAT32, device);
        number = Tensor.zeros(ElementType.INT64, device);
        randomness = new Randomness(seed.forPurpose("dropout"), number);
        mixing = seed.forPurpose("mixing");
        mixer = new Mixer(settings.mixing(), input.shape(), mixing, device);
        var precision = settings.precision();
        shortWeights =
                precision.isWhole() ? Optional.of(new ShortWeights(weights, precision.type())) : Optional.empty();
        lossScale = precision.needsLossScale() ? Optional.of(new LossScale(device)) : Optional.empty();
        average = settings.averaging() > 0
                ? Optional.of(new WeightAverage(settings.averaging(), weights))
                : Optional.empty();
        tapes = settings.fusing() == StepSettings.Fusing.AUTO ? Tapes.on(device) : Tapes.without("it was asked for");
        lookahead =
                settings.lookahead() > 0 ? Optional.of(new Lookahead(settings.lookahead(), weights)) : Optional.empty();
        whyNeverCaptured = device instanceof Device.Cpu
                ? Optional.of("a CPU has nothing to capture")
                : settings.capture() == StepSettings.Capture.OFF ? Optional.of("it was asked for") : Optional.empty();
        captured = notYetCaptured();
        parts = settings.accumulate();
        beginning = new KeptState(changedBeforeTheUpdate());
    }

    /** Running statistics and sums; gradients are not among them, since a step begins by clearing those. */
    private List<Tensor> changedBeforeTheUpdate() {
        var tensors = new ArrayList<Tensor>(weights.buffers().values());
        tensors.add(totals.sums());
        return tensors;
    }

    private @Nullable CapturedSteps notYetCaptured() {
        return whyNeverCaptured.isEmpty() ? new CapturedSteps(stream, this::runEagerly) : null;
    }

    /**
     * From now on pictures come from another place, in another size or number, and the net is the one for them; they are
     * mixed by so much. What was captured is given up with its memory. What this makes belongs to the innermost scope.
     */
    void enter(Model nextModel, DeviceInput nextInput, double strength) {
        close();
        model = nextModel;
        input = nextInput;
        mixer = new Mixer(settings.mixing().times(strength), input.shape(), mixing, stream.device());
        captured = notYetCaptured();
    }

    /** Trains on what was uploaded last. */
    void run(Moment moment) {
        prepare(moment);
        totals.count(input.size());
        while (!isDone()) {
            beginning.restore();
            forgetWhatIsCaptured();
        }
        lookahead.ifPresent(slow -> follow(slow, moment));
    }

    private void prepare(Moment moment) {
        rate.fillInPlace(moment.rate());
        number.fillInPlace(moment.step());
        mixer.prepare(moment.step());
        optimizer.prepare(moment.epochs());
    }

    /** Whether there is anything to get ready: a step that may be captured. */
    boolean mayBeCaptured() {
        return whyNeverCaptured.isEmpty();
    }

    /**
     * Runs on what lies in the input until that is captured, and waits for the device. All that a step changes is changed, and
     * too little memory is a failure: whoever asks for it puts everything back.
     */
    void rehearse(Moment moment) {
        prepare(moment);
        for (int i = 0; i < CapturedWork.RUNS_UNTIL_RECORDED; i++) {
            runOnce();
        }
        stream.synchronize();
    }

    /** Asked before a step is done in smaller parts: whether somebody else had memory to give back, and has done so. */
    void whenMemoryIsShort(BooleanSupplier givesBack) {
        whenMemoryIsShort = givesBack;
    }

    /** What was captured is given up with its memory; steps begin anew to get captured. */
    void forgetWhatIsCaptured() {
        close();
        DeviceMemory.giveBack(stream.device());
        captured = notYetCaptured();
    }

    /** False where the device had too little memory, and everything is as it was before. */
    private boolean isDone() {
        if (!present().map(CapturedWork::isRecorded).orElse(false)) {
            beginning.remember(); // what is replayed has its memory already
        }
        updating = false;
        try {
            runOnce();
            return true;
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isExhausted(failure)) {
                throw failure;
            }
            refuseIfUpdating(failure);
            if (!whenMemoryIsShort.getAsBoolean()) {
                refuseUnlessSmallerPartsHelp(failure);
                parts = 2 * parts;
            }
            return false;
        }
    }

    /** What the batch in the input is replayed by, or will be. */
    private Optional<CapturedWork> present() {
        return captured == null ? Optional.empty() : captured.of(input);
    }

    private void runOnce() {
        Runnable work = present().<Runnable>map(each -> each::run).orElse(this::runEagerly);
        if (input.isFull()) {
            work.run();
        } else {
            // One step of an epoch is not worth seconds of trying kernels.
            GpuSettings.withoutSearch(work);
        }
    }

    private void refuseIfUpdating(RuntimeException failure) {
        if (updating) {
            throw new OutOfMemoryException(
                    "%s has too little memory to update the weights, which are half updated now; the last checkpoint is from before: start again with a smaller --batch or model"
                            .formatted(stream.device()),
                    failure);
        }
    }

    private void refuseUnlessSmallerPartsHelp(RuntimeException failure) {
        int pictures = Math.ceilDiv(input.size(), parts);
        if (pictures == 1) {
            throw new OutOfMemoryException(
                    "%s has too little memory for a batch of 1; use a smaller model, a smaller --size or a shorter --precision"
                            .formatted(stream.device()),
                    failure);
        }
        if (settings.outOfMemory() == StepSettings.OutOfMemory.FAIL) {
            throw new OutOfMemoryException(
                    "%s has too little memory for %d pictures at once; use a smaller --batch, or --out-of-memory halve"
                            .formatted(stream.device(), pictures),
                    failure);
        }
    }

    /** Micro-batches of a step by now. */
    int parts() {
        return parts;
    }

    private void follow(Lookahead slow, Moment moment) {
        try (var _ = Gradients.off()) {
            if (slow.update(moment)) {
                shortWeights.ifPresent(ShortWeights::refresh);
            }
        }
    }

    private void runEagerly() {
        try (var _ = TensorScope.open("step")) {
            compute(input.size());
        }
    }

    /** Replays the captured step as it is, with the batch, the rate and the number that it saw last: for measuring. */
    void replay() {
        if (captured == null) {
            throw new IllegalStateException("nothing is captured: " + whyEager().orElse(""));
        }
        captured.full().replay();
    }

    /** Whether steps are replayed by now. */
    public boolean isCaptured() {
        return captured != null && captured.full().isRecorded();
    }

    /** The size of short batches that are replayed by now. */
    OptionalInt shortBatchCaptured() {
        return captured == null ? OptionalInt.empty() : captured.shorterSize();
    }

    /** Why steps run operator by operator, where they do. */
    public Optional<String> whyEager() {
        return captured == null ? whyNeverCaptured : captured.full().whyNot();
    }

    /** Why there are no fused kernels in it, where there are none. */
    public Optional<String> whyNotFused() {
        return tapes.whyNone();
    }

    // ---- the algorithm

    private void compute(int size) {
        optimizer.clearGradients();
        shortWeights.ifPresent(ShortWeights::clearGradients);
        int micro = Math.ceilDiv(size, parts);
        for (int from = 0; from < size; from += micro) {
            learn(from, Math.min(micro, size - from), size);
        }
        shortWeights.ifPresent(ShortWeights::collectGradients);
        updating = true;
        var step = lossScale.map(scale -> scale.unscale(gradientList, rate)).orElse(rate);
        if (settings.clip() > 0) {
            GradientScaling.clip(gradients, settings.clip());
        }
        optimizer.step(step);
        lossScale.ifPresent(LossScale::update);
        try (var _ = Gradients.off()) {
            shortWeights.ifPresent(ShortWeights::refresh);
            average.ifPresent(WeightAverage::update);
        }
    }

    /** Adds the gradients of some pictures of a batch of {@code size}. */
    private void learn(int from, int count, int size) {
        var labels = input.labels(from, count);
        var tape = tapes.tape();
        var outputs = outputs(mixer.pictures(input.pictures(from, count)), tape);
        var loss = outputs.loss(logits -> mixer.loss(logits, labels, settings.labelSmoothing()));
        totals.add(loss, outputs.logits(), labels, count);
        afterForward.accept(count);
        var weighted = count == size ? loss : loss.times(count / (double) size);
        var scaled = lossScale.map(scale -> scale.scaled(weighted)).orElse(weighted);
        tape.ifPresentOrElse(each -> each.backward(scaled), scaled::backward);
    }

    private Outputs outputs(Tensor pictures, Optional<Tape> tape) {
        var untaped =
                Forward.training(model, shortWeights.map(ShortWeights::weights).orElse(weights), randomness);
        var forward = tape.map(untaped::on).orElse(untaped);
        var type = settings.precision().type();
        if (shortWeights.isPresent()) {
            return forward.outputs(pictures.to(type, stream.device())).toFloat();
        }
        try (var _ = Autocast.open(stream.device(), type)) {
            return forward.outputs(pictures).toFloat();
        }
    }

    /** What evaluation uses: the average where there is one. */
    Weights evaluated() {
        return average.map(WeightAverage::weights).orElse(weights);
    }

    /** How steps run by now; waits for the device where there is a loss scale. */
    TrainingObserver.StepState describe() {
        return new TrainingObserver.StepState(
                isCaptured(),
                whyEager(),
                lossScale.map(LossScale::value),
                lossScale.map(LossScale::skipped).orElse(0L));
    }

    /** What a checkpoint must keep besides the weights. */
    Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        optimizer.state().forEach((name, tensor) -> state.put("optimizer." + name, tensor));
        lossScale.ifPresent(scale -> scale.state().forEach((name, tensor) -> state.put("loss_scale." + name, tensor)));
        average.ifPresent(
                weights -> weights.weights().all().forEach((name, tensor) -> state.put("average." + name, tensor)));
        lookahead.ifPresent(slow -> slow.state().forEach((name, tensor) -> state.put("lookahead." + name, tensor)));
        return state;
    }

    /** After a checkpoint was read: what follows the weights follows them again. */
    void restored() {
        try (var _ = Gradients.off()) {
            shortWeights.ifPresent(ShortWeights::refresh);
        }
    }

    @Override
    public void close() {
        if (captured != null) {
            captured.close();
        }
    }
}
