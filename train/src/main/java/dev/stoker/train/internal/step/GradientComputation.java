package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelOutputs;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.RecomputedBlocks;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.DataParallel;
import dev.stoker.train.internal.distillation.TeacherPass;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.parallel.GradientExchange;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The first half of a step: forward and backward passes over the micro-batches of a batch, whose gradients are added up. It
 * changes gradients, running statistics and metrics, and no parameter.
 */
final class GradientComputation {
    /**
     * Of the multiplications on a CPU: a tape computes backward passes in segments, for which resnet8, with 0.19, took 1.15 times as long. With
     * 0.31 to 0.37, as in resnet50, it does neither harm nor good.
     */
    private static final double LEAST_TAPED_SHARE = 0.3;

    private final StepSettings settings;
    private final StepResources resources;
    private final ParameterGradients gradients;
    private final GradientExchange exchange;
    private final BatchLoss loss;
    private final Optional<Distilled> distilled;
    private final Optional<LowPrecisionWeights> lowPrecisionWeights;
    private final Optional<LossScaler> lossScaler;
    private final GradientTapeFactory gradientTapes;
    /** For passes without other ranks. */
    private final GradientTapeFactory tapesAlone;

    private final Tensor stepNumber;
    private final DropoutGenerator dropout;
    private final Seed mixingSeed;
    private Model model;
    private DeviceInput input;
    private MixupCutmix mixing;
    private boolean exchanging;
    private boolean recomputes;

    /** Tensors that it makes belong to the innermost scope. */
    GradientComputation(
            StepResources resources,
            Model model,
            DeviceInput input,
            StepSettings settings,
            Seed seed,
            ParameterGradients gradients,
            GradientExchange exchange,
            Optional<LowPrecisionWeights> lowPrecisionWeights,
            Optional<LossScaler> lossScaler) {
        this.resources = resources;
        this.model = model;
        this.input = input;
        this.settings = settings;
        this.gradients = gradients;
        this.exchange = exchange;
        this.lowPrecisionWeights = lowPrecisionWeights;
        this.lossScaler = lossScaler;
        stepNumber = Tensor.zeros(DataType.INT64, resources.device());
        loss = BatchLoss.of(settings.loss(), resources);
        distilled = settings.distillation().map(each -> Distilled.of(each, input.shape(), settings, resources));
        var share = resources.parallel().map(DataParallel::share).orElse(BatchShare.ALL);
        dropout = new DropoutGenerator(seed.forPurpose("dropout"), stepNumber, share.rank(), share.world());
        mixingSeed = seed.forPurpose("mixing");
        mixing = new MixupCutmix(settings.mixing(), input.shape(), mixingSeed, resources.device());
        tapesAlone = fusedTapes(resources.device(), model, input.capacity(), settings);
        gradientTapes = tapes(tapesAlone, resources);
        recomputes = settings.recompute() == StepSettings.Recompute.BLOCKS;
    }

    private static GradientTapeFactory fusedTapes(Device device, Model model, int batch, StepSettings settings) {
        if (settings.fusing() == StepSettings.Fusing.OFF) {
            return GradientTapeFactory.without("fusing is off");
        }
        return device instanceof Device.Cpu && ModelSummary.tapedConvolutionShare(model, batch) < LEAST_TAPED_SHARE
                ? GradientTapeFactory.without("few convolutions of this model have a kernel for CPUs")
                : GradientTapeFactory.on(device, settings.precision().type());
    }

    private static GradientTapeFactory tapes(GradientTapeFactory fused, StepResources resources) {
        return resources
                .parallel()
                .map(parallel -> {
                    var ranks = parallel.settings().syncBatchNorm()
                            ? GradientTapeFactory.synchronizing(parallel.communicator())
                            : fused;
                    return parallel.settings().isOverlapped()
                                    && parallel.communicator().world() > 1
                            ? ranks.cuttingAfter(parallel.settings().bucketOn(resources.device()))
                            : ranks;
                })
                .orElse(fused);
    }

    /** Trains another model on another input from now on, with Mixup and CutMix scaled by {@code strength}. */
    void enter(Model nextModel, DeviceInput nextInput, double strength) {
        model = nextModel;
        input = nextInput;
        mixing = new MixupCutmix(settings.mixing().times(strength), input.shape(), mixingSeed, resources.device());
        distilled.ifPresent(each -> each.teacher.enter(input.shape()));
    }

    /** Writes into tensors what changes from step to step. */
    void prepare(StepContext context) {
        stepNumber.fillInPlace(context.step());
        loss.prepare(input);
        distilled.ifPresent(each -> each.loss.prepare(input));
        mixing.prepare(context);
    }

    /** After {@link #prepare}, where other ranks compute their shares of the same batch; all of them call this. */
    void agree() {
        loss.agree();
    }

    /** The gradients of the batch in the input, as a mean over its images, computed in so many micro-batches. */
    void compute(int microBatches) {
        exchanging = synchronizesStatistics();
        compute(microBatches, new Passes(exchange, gradientTapes, true));
    }

    /** From now on activations of blocks are computed again in backward; false where that is so already, or would not help. */
    boolean recompute() {
        // On several ranks one alone must not, where batch norms exchange statistics in every pass.
        boolean helps = settings.recompute() == StepSettings.Recompute.AUTO
                && resources.isAlone()
                && !recomputes
                && RecomputedBlocks.isIn(model);
        recomputes |= helps;
        return helps;
    }

    boolean recomputes() {
        return recomputes;
    }

    /** The same with other weights, after {@link #compute}: the batch is not counted again. */
    void computeAgain(int microBatches) {
        compute(microBatches, new Passes(exchange, gradientTapes, false));
    }

    /** How passes are done: with whom, on which tapes, and whether metrics count them. */
    private record Passes(GradientExchange with, GradientTapeFactory tapes, boolean counted) {}

    private boolean synchronizesStatistics() {
        return resources
                .parallel()
                .filter(ranks -> ranks.settings().syncBatchNorm())
                .isPresent();
    }

    /** The same passes without other ranks, to find out whether memory suffices; what they change is of no use. */
    void computeAlone(int microBatches) {
        compute(microBatches, new Passes(GradientExchange.NONE, tapesAlone, true));
    }

    /** Whether other ranks wait for the rest of the present step, so that it cannot be repeated. */
    boolean isExchanging() {
        return exchanging && !resources.isAlone();
    }

    private void compute(int microBatches, Passes how) {
        var with = how.with;
        gradients.clear();
        lowPrecisionWeights.ifPresent(LowPrecisionWeights::clearGradients);
        int batch = input.size();
        int size = Math.ceilDiv(batch, microBatches);
        for (int from = 0; from < batch; from += size) {
            int count = Math.min(size, batch - from);
            var passes = forward(from, count, batch, how);
            boolean last = from + count == batch;
            if (last) {
                begin(how);
            }
            passes.backward(last ? with::finished : _ -> {});
            if (!last || !with.isActive()) { // those of the last pass are collected bucket by bucket otherwise
                lowPrecisionWeights.ifPresent(LowPrecisionWeights::collectGradients);
            }
        }
        if (batch == 0) { // other ranks have rows
            begin(how);
        }
        if (with.isActive()) {
            with.complete();
            resources.metrics().finishExchange();
        }
    }

    private void begin(Passes how) {
        if (how.with.isActive()) {
            exchanging = true;
            if (how.counted) {
                resources.metrics().startExchange();
            }
            how.with.begin();
        }
    }

    /** A loss whose backward pass is still to be computed. */
    private record ForwardPass(Tensor loss, Optional<GradientTape> tape) {
        void backward(Consumer<String> finished) {
            tape.ifPresentOrElse(each -> each.backward(loss, finished), loss::backward);
        }
    }

    private ForwardPass forward(int from, int count, int batch, Passes how) {
        var tapes = recomputes ? how.tapes.recomputing(resources.device(), autocastType()) : how.tapes;
        var tape = tapes.tape();
        var labels = input.labels(from, count);
        var images = mixing.images(input.images(from, count));
        // Before the activations of the student take their memory.
        var targets = distilled.map(each -> each.teacher.targets(images));
        var outputs = outputs(images, tape);
        var ofLabels = outputs.loss(logits -> mixing.loss(logits, labels, loss.function()));
        refuseAllButOneNumber(ofLabels);
        var ofBatch = LossTerm.of(loss, ofLabels, count, batch);
        var term = targets.map(soft -> distilled(ofBatch, outputs, soft, count, batch))
                .orElse(ofBatch);
        if (how.counted) {
            resources.metrics().add(term.total(), metric(outputs.logits(), labels));
        }
        resources.trainingDevice().afterForward(count);
        var part = term.part();
        return new ForwardPass(lossScaler.map(scaler -> scaler.scaled(part)).orElse(part), tape);
    }

    private Tensor metric(Tensor logits, Tensor labels) {
        try (var _ = Gradients.off()) {
            return loss.function().metricSum(logits, labels);
        }
    }

    /** A teacher, and how its part of the loss adds up over micro-batches and ranks. */
    private record Distilled(TeacherPass teacher, BatchLoss loss) {
        static Distilled of(Distillation distillation, Shape shape, StepSettings settings, StepResources resources) {
            var type = settings.precision().type();
            var teacher = new TeacherPass(distillation, shape, type, resources.device());
            return new Distilled(teacher, BatchLoss.of(teacher.divergence(), resources));
        }
    }

    private LossTerm distilled(LossTerm ofLabels, ModelOutputs outputs, Tensor targets, int count, int batch) {
        var each = distilled.orElseThrow();
        var divergence = outputs.loss(logits -> each.loss.function().loss(logits, targets));
        return ofLabels.mixedWith(LossTerm.of(each.loss, divergence, count, batch), each.teacher.weight());
    }

    private static void refuseAllButOneNumber(Tensor loss) {
        if (loss.sizes().length > 0) {
            throw new StokerException(
                    "the loss function must return one number, the mean over the batch, but it returned a tensor of"
                            + " sizes "
                            + Arrays.toString(loss.sizes()));
        }
    }

    private ModelOutputs outputs(Tensor images, Optional<GradientTape> tape) {
        var untaped = Forward.training(model, forwardWeights(), dropout);
        var forward = tape.map(untaped::withTape).orElse(untaped);
        if (settings.precision().hasLowPrecisionWeights()) {
            return forward.outputs(images.to(settings.precision().type(), resources.device()))
                    .toFloat();
        }
        try (var _ = Autocast.open(resources.device(), autocastType())) {
            return forward.outputs(images).toFloat();
        }
    }

    /** Where all weights are in low precision, they have their type by themselves. */
    private DataType autocastType() {
        return settings.precision().hasLowPrecisionWeights()
                ? DataType.FLOAT32
                : settings.precision().type();
    }

    private Weights forwardWeights() {
        return lowPrecisionWeights.map(LowPrecisionWeights::weights).orElse(resources.weights());
    }

    /** Running statistics and metrics. Gradients need no restoring, since each attempt starts by clearing them. */
    List<Tensor> changedByFailedAttempt() {
        var tensors = new ArrayList<Tensor>(resources.weights().buffers().values());
        tensors.addAll(resources.metrics().changing());
        return tensors;
    }

    /** Why there are no fused kernels, where there are none. */
    Optional<String> whyNotFused() {
        return gradientTapes.whyNotFused();
    }
}
