package dev.stoker.train.internal.evaluation;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.data.BatchFeed;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingData;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.internal.device.ReplayableGraph;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.parallel.SkippedRows;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a model. On a GPU the forward pass of a full batch is captured and replayed; a partial last
 * batch is padded to a full one, and the logits of the padding are ignored.
 */
public final class Evaluator implements AutoCloseable {
    private final TrainingData data;
    private final EvaluatorSettings settings;
    private final DeviceInput input;
    private final StepTimer times;
    private final DevicePrefetcher prefetcher;
    private final MetricsAccumulator metrics;
    private final DeviceStream stream;
    private final Forward forward;
    private final Tensor logits;
    private boolean mayCapture;
    private @Nullable ReplayableGraph graph;
    private int imagesAtOnce;

    /** Of weights that are the same tensors each time. Tensors that it makes belong to the innermost scope. */
    public Evaluator(
            Model model,
            Weights weights,
            TrainingData data,
            EvaluatorSettings settings,
            DeviceInput input,
            DeviceStream stream) {
        this.stream = stream;
        this.data = data;
        this.settings = settings;
        this.input = input;
        times = new StepTimer(stream, Trace.OFF);
        prefetcher = new DevicePrefetcher(input, stream, times);
        metrics = MetricsAccumulator.of(model.classes(), settings.loss(), settings.device(), settings.ranks());
        forward = Forward.evaluating(model, weights);
        logits = Tensor.zeros(DataType.FLOAT32, settings.device(), data.rowsPerBatch(), model.classes());
        mayCapture = settings.mayCapture();
        imagesAtOnce = data.rowsPerBatch();
    }

    /** Runs the forward pass on the batch in the input until it is captured, and waits for the device. */
    public void warmUp() {
        try (var _ = Gradients.off()) {
            for (int i = 0; i < ReplayableGraph.RUNS_UNTIL_CAPTURED && mayCapture && !isCaptured(); i++) {
                runsFullBatch();
            }
        }
        stream.synchronize();
    }

    /** Whether the forward pass is replayed by now. */
    boolean isCaptured() {
        return graph != null && graph.isCaptured();
    }

    /** Gives up the captured graph and its memory, until the next evaluation; false where there is none. */
    public boolean releaseMemory() {
        if (graph == null) {
            return false;
        }
        graph.close();
        graph = null;
        return true;
    }

    /** Is asked before each batch whether to go on. */
    @FunctionalInterface
    public interface Progress {
        boolean continues(int done, OptionalInt batches);
    }

    /** Evaluates on all validation data; waits for the device. Empty where it was told not to continue. */
    public Optional<Evaluation> validate(Progress progress) {
        return evaluate(data.validation(memory()), data.validationBatches(), progress);
    }

    /** Evaluates on all test data; waits for the device. Empty where there is none, or it was told not to continue. */
    public Optional<Evaluation> test(Progress progress) {
        return data.test(memory()).flatMap(batches -> evaluate(batches, data.testBatches(), progress));
    }

    private BatchMemoryAllocator memory() {
        return PinnedMemory.forDevice(settings.device());
    }

    /** Evaluates on all batches of a feed, and closes it; waits for the device. */
    public Evaluation evaluate(BatchFeed batches) {
        return evaluate(batches, OptionalInt.empty(), (_, _) -> true).orElseThrow();
    }

    private Optional<Evaluation> evaluate(BatchFeed batches, OptionalInt count, Progress progress) {
        metrics.clear();
        CorruptImages corrupt;
        try (var _ = Gradients.off();
                var feed = batches) {
            try {
                for (int done = 0; prefetcher.hasNext(feed); done++) {
                    if (!progress.continues(done, count)) {
                        return Optional.empty();
                    }
                    if (prefetcher.take(feed) > 0) { // corrupt images may leave none
                        evaluateBatch();
                    }
                    times.ends();
                }
                corrupt = corruptImages(feed);
            } finally {
                prefetcher.drain();
            }
        }
        return Optional.of(metrics.read(corrupt));
    }

    private CorruptImages corruptImages(BatchFeed feed) {
        return settings.ranks()
                .filter(ranks -> data.corruptLimit() > 0 && ranks.world() > 1)
                .map(ranks -> new SkippedRows(ranks, data.corruptLimit()).all(feed))
                .orElseGet(() -> CorruptImages.of(feed));
    }

    /** Reads the logits of all batches of a feed, in order; the device computes the next while those of one are passed on. */
    public void classify(BatchFeed feed, LogitsReader reader, LogitsReader.Consumer consumer) {
        try (var _ = Gradients.off()) {
            try {
                while (prefetcher.hasNext(feed)) {
                    int size = prefetcher.take(feed);
                    computeLogits();
                    times.ends();
                    reader.enqueue(logits, input.labels(0, size), size);
                    reader.passOnAllButLast(consumer);
                }
                reader.passOnAll(consumer);
            } finally {
                prefetcher.drain();
            }
        }
    }

    /** The same for a feed that is opened for it. */
    public void classify(Function<BatchMemoryAllocator, BatchFeed> feed, LogitsReader.Consumer consumer) {
        try (var reader = new LogitsReader(data.rowsPerBatch(), Math.toIntExact(logits.sizes()[1]), stream);
                var open = feed.apply(memory())) {
            classify(open, reader, consumer);
        }
    }

    /** Those of the batch in the input, into the one tensor for them. */
    private void computeLogits() {
        if (!mayCapture || !runsFullBatch()) {
            inParts((part, from, count) -> logits.part(from, count).copyFrom(part));
        }
    }

    private void evaluateBatch() {
        if (mayCapture && runsFullBatch()) {
            try (var _ = TensorScope.open("evaluate")) {
                metrics.add(logits.part(0, input.size()), input.labels(0, input.size()), input.size());
            }
        } else {
            inParts((part, from, count) -> metrics.add(part, input.labels(from, count), count));
        }
    }

    /** Takes the logits of a part of the batch. */
    private interface PartConsumer {
        void take(Tensor logits, int from, int count);
    }

    /** False where the device has too little memory for a full batch; then it is never tried again. */
    private boolean runsFullBatch() {
        if (graph == null) {
            graph = settings.trainingDevice().graph(stream, this::classifyFullBatch);
        }
        try {
            graph.run();
            return true;
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            mayCapture = false;
            releaseMemory();
            return false;
        }
    }

    /** All rows of the input, however many of them belong to the batch. */
    private void classifyFullBatch() {
        try (var _ = TensorScope.open("evaluate")) {
            logits.copyFrom(logits(0, data.rowsPerBatch()));
        }
    }

    /** The batch in the input, in parts for which the memory that training leaves is enough. */
    private void inParts(PartConsumer consumer) {
        int from = 0;
        while (from < input.size()) {
            int count = Math.min(imagesAtOnce, input.size() - from);
            try (var _ = TensorScope.open("evaluate")) {
                consumer.take(logits(from, count), from, count);
                from += count;
            } catch (RuntimeException failure) {
                if (!DeviceMemory.isOutOfMemory(failure) || count == 1) {
                    throw failure;
                }
                imagesAtOnce = Math.ceilDiv(count, 2);
            }
        }
    }

    private Tensor logits(int from, int count) {
        return settings.testTimeAugmentation().logits(input.images(from, count), this::logits);
    }

    private Tensor logits(Tensor images) {
        try (var _ = Autocast.open(settings.device(), settings.precision().type())) {
            return forward.apply(images).toFloat();
        }
    }

    @Override
    public void close() {
        releaseMemory();
        prefetcher.close();
        times.close();
    }
}
