package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.CapturedWork;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceMemory;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import org.jspecify.annotations.Nullable;

/**
 * Shows the test data to a model and adds up how it answers. On a GPU answers to a full batch are captured and replayed; the
 * last one, if it is short, is shown as a full one, and what is answered to rows beyond it is left out.
 */
final class Examination implements AutoCloseable {
    private final TrainingData data;
    private final TrainSettings settings;
    private final DeviceInput input;
    private final StepTimes times;
    private final Inflow inflow;
    private final EvaluationSums sums;
    private final DeviceStream stream;
    private final Forward forward;
    private final Tensor answers;
    private boolean mayBeCaptured;
    private @Nullable CapturedWork captured;
    private int atOnce;

    /** Of weights that are the same tensors each time. Tensors that it makes belong to the innermost scope. */
    Examination(
            Model model,
            Weights weights,
            TrainingData data,
            TrainSettings settings,
            DeviceInput input,
            DeviceStream stream) {
        this.stream = stream;
        this.data = data;
        this.settings = settings;
        this.input = input;
        times = new StepTimes(stream, Trace.OFF);
        inflow = new Inflow(input, stream, times);
        sums = new EvaluationSums(model.classes(), settings.device());
        forward = Forward.evaluating(model, weights);
        answers = Tensor.zeros(ElementType.FLOAT32, settings.device(), data.batch(), model.classes());
        mayBeCaptured =
                settings.device() instanceof Device.Cuda && settings.step().capture() == StepSettings.Capture.AUTO;
        atOnce = data.batch();
    }

    /** Shows full batches where nothing is captured, too: for tests of what is left out. */
    void alwaysShowsFullBatches() {
        mayBeCaptured = true;
    }

    /** Answers to whatever lies in the input until that is captured, and waits for the device. */
    void getReady() {
        try (var _ = Gradients.off()) {
            for (int i = 0; i < CapturedWork.RUNS_UNTIL_RECORDED && mayBeCaptured && !isCaptured(); i++) {
                hasAnswered();
            }
        }
        stream.synchronize();
    }

    /** Whether answers are replayed by now. */
    boolean isCaptured() {
        return captured != null && captured.isRecorded();
    }

    /** What was captured is given up with its memory, until the next evaluation; false where there was nothing. */
    boolean giveBack() {
        if (captured == null) {
            return false;
        }
        captured.close();
        captured = null;
        return true;
    }

    /** Waits for the device. */
    Evaluation result() {
        sums.clear();
        try (var _ = Gradients.off();
                var feed = data.test(PageLockedMemory.towards(settings.device()))) {
            try {
                while (inflow.hasNext(feed)) {
                    inflow.take(feed);
                    show();
                    times.ends();
                }
            } finally {
                inflow.drain();
            }
        }
        return sums.read();
    }

    private void show() {
        if (mayBeCaptured && hasAnswered()) {
            try (var _ = TensorScope.open("evaluate")) {
                sums.add(answers.part(0, input.size()), input.labels(0, input.size()), input.size());
            }
        } else {
            showInParts();
        }
    }

    /** False where the device has too little memory for a full batch; then it is never tried again. */
    private boolean hasAnswered() {
        if (stream.device() instanceof Device.Cpu) {
            answer();
            return true;
        }
        if (captured == null) {
            captured = CapturedWork.of(stream, this::answer);
        }
        try {
            captured.run();
            return true;
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isExhausted(failure)) {
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
    private void showInParts() {
        int from = 0;
        while (from < input.size()) {
            int count = Math.min(atOnce, input.size() - from);
            try (var _ = TensorScope.open("evaluate")) {
                sums.add(logits(from, count), input.labels(from, count), count);
                from += count;
            } catch (RuntimeException failure) {
                if (!DeviceMemory.isExhausted(failure) || count == 1) {
                    throw failure;
                }
                atOnce = Math.ceilDiv(count, 2);
            }
        }
    }

    private Tensor logits(int from, int count) {
        return settings.loop().views().logits(input.pictures(from, count), this::logits);
    }

    private Tensor logits(Tensor pictures) {
        try (var _ =
                Autocast.open(settings.device(), settings.step().precision().type())) {
            return forward.apply(pictures).toFloat();
        }
    }

    @Override
    public void close() {
        giveBack();
        inflow.close();
        times.close();
    }
}
