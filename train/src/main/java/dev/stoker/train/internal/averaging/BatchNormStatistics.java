package dev.stoker.train.internal.averaging;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingData;
import dev.stoker.train.internal.evaluation.Evaluator;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.Precision;
import java.util.OptionalInt;

/**
 * The running statistics of batch norms as the plain mean over training batches, for weights that no step has trained: those
 * of an average are neither the average of statistics nor the statistics of the last weights.
 */
public final class BatchNormStatistics {
    /** Statistics of 10³ to 10⁴ images are as good as those of all (Wu and Johnson, 2021). */
    private static final int IMAGES = 10_000;

    private final Model model;
    private final DeviceInput input;
    private final Device device;
    private final Precision precision;
    private final Seed seed;

    /** A batch that is in the input is overwritten. */
    public BatchNormStatistics(Model model, DeviceInput input, Device device, Precision precision, Seed seed) {
        this.model = model;
        this.input = input;
        this.device = device;
        this.precision = precision;
        this.seed = seed;
    }

    /**
     * Computes the statistics of these weights over the first batches of an epoch of training: always the same ones, so that the
     * result depends on the weights alone. False where it was told not to continue.
     */
    public boolean compute(Weights weights, TrainingData data, int microBatches, Evaluator.Progress progress) {
        int batches = Math.min(data.batchesPerEpoch(), Math.ceilDiv(IMAGES, data.batch()));
        try (var feed = data.training(DataState.START, PinnedMemory.forDevice(device))) {
            return compute(weights, feed, batches, microBatches, progress);
        }
    }

    /** Computes the statistics of these weights over the batches of a feed of so many images each, or the first of many. */
    public void compute(Weights weights, BatchFeed feed, int batch) {
        compute(weights, feed, Math.ceilDiv(IMAGES, batch), 1, (_, _) -> true);
    }

    /** Batches are divided into as many micro-batches as those of training. */
    private boolean compute(
            Weights weights, BatchFeed feed, int batches, int microBatches, Evaluator.Progress progress) {
        try (var _ = TensorScope.open("batch norm statistics");
                var _ = Gradients.off()) {
            var passes = new Passes(weights);
            for (int done = 0; done < batches && feed.hasNext(); done++) {
                if (!progress.continues(done, OptionalInt.of(batches))) {
                    return false;
                }
                upload(feed);
                passes.addBatch(microBatches);
            }
            return true;
        }
    }

    private void upload(BatchFeed feed) {
        try (var _ = TensorScope.open("upload");
                var batch = feed.next()) {
            input.upload(batch);
        }
    }

    /** Forward passes, each of which adds to the mean what batch norm sees. */
    private final class Passes {
        private final Weights weights;
        private final Tensor number = Tensor.zeros(DataType.INT64, device);
        private final DropoutGenerator dropout = new DropoutGenerator(seed.forPurpose("batch norm statistics"), number);
        private long added;

        Passes(Weights weights) {
            this.weights = weights;
        }

        void addBatch(int microBatches) {
            int size = Math.ceilDiv(input.size(), microBatches);
            for (int from = 0; from < input.size(); from += size) { // corrupt images may leave none
                add(from, Math.min(size, input.size() - from));
            }
        }

        private void add(int from, int count) {
            number.fillInPlace(added);
            try (var _ = TensorScope.open("pass");
                    var _ = Autocast.open(device, precision.type())) {
                Forward.training(model, weights, dropout)
                        .withMomentum(1.0 / (added + 1))
                        .outputs(input.images(from, count));
            }
            added++;
        }
    }
}
