package dev.stoker.train.evaluation;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.BatchFeed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.evaluation.Evaluator;
import dev.stoker.train.internal.evaluation.EvaluatorSettings;
import dev.stoker.train.internal.evaluation.LogitsReader;
import dev.stoker.train.internal.input.DeviceInput;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A model with its weights on a device, without anything of training: evaluates and classifies as a trainer's evaluations do,
 * with the same bits. It owns a scope, so it belongs to the thread that opened it.
 */
public final class Classifier implements AutoCloseable {
    private final TensorScope scope;
    private final DeviceStream stream;
    private final Evaluator evaluator;
    private final LogitsReader reader;

    /** Opens a feed in memory of a kind. */
    @FunctionalInterface
    public interface FeedOpener extends Function<BatchMemoryAllocator, BatchFeed> {}

    /** Takes the logits (float32) and the labels (int64) of one batch, row by row; both are valid until it returns. */
    @FunctionalInterface
    public interface LogitsConsumer {
        void take(MemorySegment logits, MemorySegment labels, int size);
    }

    /** {@code load} fills weights that are zeros so far. */
    public Classifier(Model model, ClassifierInput input, ClassifierSettings settings, Consumer<Weights> load) {
        scope = TensorScope.open("classifier");
        stream = DeviceStream.open(settings.device());
        try {
            var rows = new ClassifierRows(input);
            var weights = Weights.zeros(model, settings.device());
            load.accept(weights);
            evaluator = new Evaluator(
                    model,
                    weights,
                    rows,
                    evaluatorSettings(settings),
                    DeviceInput.forEvaluation(rows, settings.device()),
                    stream);
            reader = new LogitsReader(input.batch(), model.classes(), stream);
        } catch (RuntimeException failure) {
            stream.close();
            scope.close();
            throw failure;
        }
    }

    private static EvaluatorSettings evaluatorSettings(ClassifierSettings settings) {
        return new EvaluatorSettings(
                TrainingDevice.of(settings.device()),
                settings.precision(),
                settings.loss(),
                settings.capture(),
                settings.testTimeAugmentation(),
                Optional.empty());
    }

    /** Evaluates on all batches of a feed, whose labels are classes of the model. */
    public Evaluation evaluate(FeedOpener feed) {
        return evaluator.evaluate(feed.apply(PinnedMemory.forDevice(stream.device())));
    }

    /** Passes on the logits of all batches of a feed, in order; the device computes the next batch meanwhile. */
    public void classify(FeedOpener feed, LogitsConsumer consumer) {
        try (var open = feed.apply(PinnedMemory.forDevice(stream.device()))) {
            evaluator.classify(open, reader, consumer::take);
        } finally {
            stream.synchronize();
            reader.clear();
        }
    }

    @Override
    public void close() {
        reader.close();
        evaluator.close();
        stream.close();
        scope.close();
    }
}
