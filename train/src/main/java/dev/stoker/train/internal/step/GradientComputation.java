package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelOutputs;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.DataParallel;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.parallel.GradientExchange;
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
    private final StepSettings settings;
    private final StepResources resources;
    private final ParameterGradients gradients;
    private final GradientExchange exchange;
    /** What the loss of a share is divided by on several ranks: the images of the whole batch. */
    private final Tensor inverseBatch;

    private final Optional<LowPrecisionWeights> lowPrecisionWeights;
    private final Optional<LossScaler> lossScaler;
    private final GradientTapeFactory gradientTapes;
    private final Tensor stepNumber;
    private final DropoutGenerator dropout;
    private final Seed mixingSeed;
    private Model model;
    private DeviceInput input;
    private MixupCutmix mixing;

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
        inverseBatch = Tensor.zeros(DataType.FLOAT32, resources.device());
        var share = resources.parallel().map(DataParallel::share).orElse(BatchShare.ALL);
        dropout = new DropoutGenerator(seed.forPurpose("dropout"), stepNumber, share.rank(), share.world());
        mixingSeed = seed.forPurpose("mixing");
        mixing = new MixupCutmix(settings.mixing(), input.shape(), mixingSeed, resources.device());
        gradientTapes = tapes(settings, resources);
    }

    private static GradientTapeFactory tapes(StepSettings settings, StepResources resources) {
        var fused = settings.fusing() == StepSettings.Fusing.AUTO
                ? GradientTapeFactory.on(resources.device())
                : GradientTapeFactory.without("fusing is off");
        return resources
                .parallel()
                .map(parallel -> {
                    var ranks = parallel.settings().syncBatchNorm()
                            ? GradientTapeFactory.synchronizing(parallel.communicator())
                            : fused;
                    return parallel.settings().isOverlapped()
                                    && parallel.communicator().world() > 1
                            ? ranks.cuttingAfter(parallel.settings().bucket())
                            : ranks;
                })
                .orElse(fused);
    }

    /** Trains another model on another input from now on, with Mixup and CutMix scaled by {@code strength}. */
    void enter(Model nextModel, DeviceInput nextInput, double strength) {
        model = nextModel;
        input = nextInput;
        mixing = new MixupCutmix(settings.mixing().times(strength), input.shape(), mixingSeed, resources.device());
    }

    /** Writes into tensors what changes from step to step. */
    void prepare(StepContext context) {
        stepNumber.fillInPlace(context.step());
        inverseBatch.fillInPlace(1.0 / Math.max(1, input.wholeSize()));
        mixing.prepare(context.step());
    }

    /** The gradients of the batch in the input, as a mean over its images, computed in so many micro-batches. */
    void compute(int microBatches) {
        gradients.clear();
        lowPrecisionWeights.ifPresent(LowPrecisionWeights::clearGradients);
        int batch = input.size();
        int size = Math.ceilDiv(batch, microBatches);
        for (int from = 0; from < batch; from += size) {
            accumulateGradients(from, Math.min(size, batch - from), batch);
        }
        if (batch == 0) { // other ranks have rows
            resources.metrics().startExchange();
            exchange.begin();
        }
        if (exchange.isActive()) {
            exchange.complete();
            resources.metrics().finishExchange();
        } else {
            lowPrecisionWeights.ifPresent(LowPrecisionWeights::collectGradients);
        }
    }

    private void accumulateGradients(int from, int count, int batch) {
        var labels = input.labels(from, count);
        var tape = gradientTapes.tape();
        var outputs = outputs(mixing.images(input.images(from, count)), tape);
        var loss = outputs.loss(logits -> mixing.loss(logits, labels, settings.loss()));
        refuseAllButOneNumber(loss);
        resources.metrics().add(loss, outputs.logits(), labels, count);
        resources.trainingDevice().afterForward(count);
        var weighted = weighted(loss, count, batch);
        var scaled = lossScaler.map(scaler -> scaler.scaled(weighted)).orElse(weighted);
        boolean last = from + count == batch;
        if (last) {
            resources.metrics().startExchange();
            exchange.begin();
        }
        Consumer<String> finished = last ? exchange::finished : _ -> {};
        tape.ifPresentOrElse(each -> each.backward(scaled, finished), scaled::backward);
    }

    /** So that gradients add up to those of the mean over the batch: of the micro-batches here and on all ranks. */
    private Tensor weighted(Tensor loss, int count, int batch) {
        boolean alone =
                resources.parallel().map(each -> each.communicator().world()).orElse(1) == 1;
        if (!alone) {
            return loss.times(count).times(inverseBatch);
        }
        return count == batch ? loss : loss.times(count / (double) batch);
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
        var type = settings.precision().type();
        if (lowPrecisionWeights.isPresent()) {
            return forward.outputs(images.to(type, resources.device())).toFloat();
        }
        try (var _ = Autocast.open(resources.device(), type)) {
            return forward.outputs(images).toFloat();
        }
    }

    private Weights forwardWeights() {
        return lowPrecisionWeights.map(LowPrecisionWeights::weights).orElse(resources.weights());
    }

    /** Running statistics and metrics. Gradients need no restoring, since each attempt starts by clearing them. */
    List<Tensor> changedByFailedAttempt() {
        var tensors = new ArrayList<Tensor>(resources.weights().buffers().values());
        tensors.add(resources.metrics().sums());
        return tensors;
    }

    /** Why there are no fused kernels, where there are none. */
    Optional<String> whyNotFused() {
        return gradientTapes.whyNotFused();
    }
}
