package dev.stoker.train;

import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.DeviceMemory;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;

/** Shows the test data to a model and adds up how it answers. */
final class Examination implements AutoCloseable {
    private final Model model;
    private final TrainingData data;
    private final TrainSettings settings;
    private final DeviceInput input;
    private final StepTimes times;
    private final Inflow inflow;
    private final EvaluationSums sums;
    private int atOnce;

    /** Tensors that it makes belong to the innermost scope. */
    Examination(Model model, TrainingData data, TrainSettings settings, DeviceInput input, DeviceStream stream) {
        this.model = model;
        this.data = data;
        this.settings = settings;
        this.input = input;
        times = new StepTimes(stream, Trace.OFF);
        inflow = new Inflow(input, stream, times);
        sums = new EvaluationSums(model.classes(), settings.device());
        atOnce = data.batch();
    }

    /** Waits for the device. */
    Evaluation of(Weights weights) {
        sums.clear();
        var forward = Forward.evaluating(model, weights);
        try (var _ = Gradients.off();
                var feed = data.test(PageLockedMemory.towards(settings.device()))) {
            try {
                while (feed.hasNext()) {
                    inflow.take(feed);
                    show(forward);
                    times.ends();
                }
            } finally {
                inflow.drain();
            }
        }
        return sums.read();
    }

    /** What was taken, in parts that the memory which training leaves suffices for. */
    private void show(Forward forward) {
        int from = 0;
        while (from < input.size()) {
            int count = Math.min(atOnce, input.size() - from);
            try (var _ = TensorScope.open("evaluate")) {
                var logits = settings.loop().views().logits(input.pictures(from, count), view -> logits(forward, view));
                sums.add(logits, input.labels(from, count), count);
                from += count;
            } catch (RuntimeException failure) {
                if (!DeviceMemory.isExhausted(failure) || count == 1) {
                    throw failure;
                }
                atOnce = Math.ceilDiv(count, 2);
            }
        }
    }

    private Tensor logits(Forward forward, Tensor pictures) {
        try (var _ =
                Autocast.open(settings.device(), settings.step().precision().type())) {
            return forward.apply(pictures).toFloat();
        }
    }

    @Override
    public void close() {
        inflow.close();
        times.close();
    }
}
