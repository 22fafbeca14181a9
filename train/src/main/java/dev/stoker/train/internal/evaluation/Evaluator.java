package dev.stoker.train.internal.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingData;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.step.StepSettings;
import org.jspecify.annotations.Nullable;

/**
 * Shows the test data to a model and adds up how it answers. On a GPU answers to a full batch are captured and replayed; the
 * last one, if it is short, is shown as a full one, and what is answered to rows beyond it is left out.
 */
public final class Evaluator implements AutoCloseable {
    private final TrainingData data;
    private final TrainingSettings settings;
    private final DeviceInput input;
    private final StepTimer times;
    private final DevicePrefetcher prefetcher;
    private final EvaluationAccumulator sums;
    private final DeviceStream stream;
    private final Forward forward;
    private final Tensor answers;
    private boolean mayBeCaptured;
    private @Nullable CudaGraph captured;
    private int atOnce;

    /** Of weights that are the same tensors each time. Tensors that it makes belong to the innermost scope. */
    public Evaluator(
            Model model,
            Weights weights,
            TrainingData data,
            TrainingSettings settings,
            DeviceInput input,
            DeviceStream stream) {
        this.stream = stream;
        this.data = data;
        this.settings = settings;
        this.input = input;
        times = new StepTimer(stream, Trace.OFF);
        prefetcher = new DevicePrefetcher(input, stream, times);
        sums = new EvaluationAccumulator(model.classes(), settings.device());
        forward = Forward.evaluating(model, weights);
        answers = Tensor.zeros(DataType.FLOAT32, settings.device(), data.batch(), model.classes());
        mayBeCaptured =
                settings.device() instanceof Device.Cuda && settings.step().capture() == StepSettings.Capture.AUTO;
        atOnce = data.batch();
    }

    /** Shows full batches where nothing is captured, too: for tests of what is left out. */
    public void alwaysEvaluatesFullBatches() {
        mayBeCaptured = true;
    }

    /** Answers to whatever lies in the input until that is captured, and waits for the device. */
    public void warmUp() {
        try (var _ = Gradients.off()) {
            for (int i = 0; i < CudaGraph.RUNS_UNTIL_CAPTURED && mayBeCaptured && !isCaptured(); i++) {
                runsFullBatch();
            }
        }
        stream.synchronize();
    }

    /** Whether answers are replayed by now. */
    boolean isCaptured() {
        return captured != null && captured.isCaptured();
    }

    /** What was captured is given up with its memory, until the next evaluation; false where there was nothing. */
    public boolean giveBack() {
        if (captured == null) {
            return false;
        }
        captured.close();
        captured = null;
        return true;
    }

    /** Waits for the device. */
    public Evaluation result() {
        sums.clear();
        try (var _ = Gradients.off();
                var feed = data.test(PinnedMemory.forDevice(settings.device()))) {
            try {
                while (prefetcher.hasNext(feed)) {
                    prefetcher.take(feed);
                    show();
                    times.ends();
                }
            } finally {
                prefetcher.drain();
            }
        }
        return sums.read();
    }

    private void show() {
        if (mayBeCaptured && runsFullBatch()) {
            try (var _ = TensorScope.open("evaluate")) {
                sums.add(answers.part(0, input.size()), input.labels(0, input.size()), input.size());
            }
        } else {
            evaluateInParts();
        }
    }

    /** False where the device has too little memory for a full batch; then it is never tried again. */
    private boolean runsFullBatch() {
        if (stream.device() instanceof Device.Cpu) {
            answer();
            return true;
        }
        if (captured == null) {
            captured = CudaGraph.of(stream, this::answer);
        }
        try {
            captured.run();
            return true;
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            mayBeCaptured = false;
            giveBack();
            return false;
        }
    }

    /** To all rows of the input, however many of them are a batch. */
    private void answer() {
        try (var _ = TensorScope.open("evaluate")) {
            answers.copyFrom(logits(0, data.batch()));
        }
    }

    /** What was taken, in parts that the memory which training leaves suffices for. */
    private void evaluateInParts() {
        int from = 0;
        while (from < input.size()) {
            int count = Math.min(atOnce, input.size() - from);
            try (var _ = TensorScope.open("evaluate")) {
                sums.add(logits(from, count), input.labels(from, count), count);
                from += count;
            } catch (RuntimeException failure) {
                if (!DeviceMemory.isOutOfMemory(failure) || count == 1) {
                    throw failure;
                }
                atOnce = Math.ceilDiv(count, 2);
            }
        }
    }

    private Tensor logits(int from, int count) {
        return settings.loop().testTimeAugmentation().logits(input.images(from, count), this::logits);
    }

    private Tensor logits(Tensor images) {
        try (var _ =
                Autocast.open(settings.device(), settings.step().precision().type())) {
            return forward.apply(images).toFloat();
        }
    }

    @Override
    public void close() {
        giveBack();
        prefetcher.close();
        times.close();
    }
}
