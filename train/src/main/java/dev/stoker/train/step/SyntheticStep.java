package dev.stoker.train.step;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.DeviceTimer;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.StepResources;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.optimizer.Optimizer;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;

/** A training step on one synthetic batch that never changes, for measuring. */
public final class SyntheticStep implements AutoCloseable {
    private static final double RATE = 1e-3;

    private final TensorScope scope;
    private final DeviceStream stream;
    private final TrainingStep step;
    private final RunningMetrics totals;
    private long steps;

    private SyntheticStep(TensorScope scope, DeviceStream stream, TrainingStep step, RunningMetrics totals) {
        this.scope = scope;
        this.stream = stream;
        this.step = step;
        this.totals = totals;
    }

    /** With SGD and momentum, which published figures use. */
    public static SyntheticStep open(Model model, int batch, StepSettings settings, Device device) {
        return open(model, batch, new Optimizer.Settings.Sgd(0.9, 0, false), settings, device);
    }

    public static SyntheticStep open(
            Model model, int batch, Optimizer.Settings optimizer, StepSettings settings, Device device) {
        var scope = TensorScope.open("synthetic step");
        var stream = DeviceStream.open(device);
        try {
            TrainingStep.compileAhead(model, settings, device);
            var shape = model.input();
            var half = Collections.nCopies(shape.channels(), 0.5);
            var input = new DeviceInput(shape, half, half, batch, device);
            try (var arena = Arena.ofConfined()) {
                var noise = SyntheticBatch.of(shape, model.classes(), batch, arena);
                input.upload(noise.rows(), noise.labels(), batch);
                stream.synchronize();
            }
            var weights = Weights.initial(model, new Seed(1), device);
            var totals = new RunningMetrics(device);
            var resources = new StepResources(TrainingDevice.of(device), stream, weights, totals);
            var step = new TrainingStep(resources, model, input, optimizer, settings, new Seed(1));
            return new SyntheticStep(scope, stream, step, totals);
        } catch (RuntimeException failure) {
            stream.close();
            scope.close();
            throw failure;
        }
    }

    /** Starts one step; it may still be running when this returns. */
    public void run() {
        step.run(new StepContext(steps, Long.MAX_VALUE, steps++, RATE));
    }

    /** Waits for all steps. */
    public void synchronize() {
        stream.synchronize();
    }

    /**
     * Milliseconds that the device takes for a captured step, replayed so many times back to back; empty where no step is
     * captured.
     */
    public OptionalDouble replayMilliseconds(int times) {
        if (!step.isCaptured()) {
            return OptionalDouble.empty();
        }
        double all = DeviceTimer.milliseconds(stream, () -> {
            for (int i = 0; i < times; i++) {
                step.replay();
            }
        });
        totals.clear(); // replays add to the sums without counting their images
        return OptionalDouble.of(all / times);
    }

    /** The mean loss of the steps since the start, or since replays were measured; waits for them. */
    public double loss() {
        return totals.score().loss();
    }

    public boolean isCaptured() {
        return step.isCaptured();
    }

    public Optional<String> whyEager() {
        return step.whyEager();
    }

    public Optional<String> whyNotFused() {
        return step.whyNotFused();
    }

    @Override
    public void close() {
        step.close();
        stream.close();
        scope.close();
    }
}
