package dev.stoker.train;

import dev.stoker.core.image.ImageRoute;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.internal.evaluation.Evaluator;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.search.LearningRateFinder;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.TensorSnapshot;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.internal.step.WarmUp;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** What a trainer has on its device: the model and all that steps and evaluations need. It owns a scope, and so a thread. */
final class TrainerResources implements AutoCloseable {
    private final TrainingSettings settings;
    private final TensorScope scope;
    private final DeviceStream stream;
    private final Weights weights;
    private final RunningMetrics totals;
    private final TrainingStep step;
    private final Evaluator evaluator;
    private final StepTimer times;
    private final Tensors parameters;
    private DeviceInput input;

    /** {@code phase} is the last one of the course, whose model has all weights. */
    TrainerResources(
            TrainingPhase phase, TrainingSettings settings, Consumer<Weights> prepare, IntConsumer afterForward) {
        this.settings = settings;
        var model = phase.model();
        var device = settings.device();
        scope = TensorScope.open("trainer");
        stream = DeviceStream.open(device);
        weights = Weights.initial(model, settings.seed().forPurpose("weights"), device);
        prepare.accept(weights);
        var testInput = DeviceInput.forTest(phase.data(), device);
        input = phase.data().imageRoute() instanceof ImageRoute.HostAugmented
                ? testInput
                : DeviceInput.forTraining(phase.data(), device);
        totals = new RunningMetrics(device);
        step = new TrainingStep(
                model,
                weights,
                settings.optimizer(),
                settings.step(),
                input,
                totals,
                stream,
                settings.seed(),
                afterForward);
        evaluator = new Evaluator(model, step.evaluated(), phase.data(), settings, testInput, stream);
        step.whenOutOfMemory(evaluator::giveBack);
        times = new StepTimer(stream, settings.trace());
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
    }

    DeviceStream stream() {
        return stream;
    }

    RunningMetrics totals() {
        return totals;
    }

    TrainingStep step() {
        return step;
    }

    Evaluator evaluator() {
        return evaluator;
    }

    StepTimer times() {
        return times;
    }

    /** Brings batches here; it must be closed before the next phase is entered. */
    DevicePrefetcher prefetcher() {
        return new DevicePrefetcher(input, stream, times);
    }

    /** From now on steps are those of this phase; what it needs is its own to find out. */
    void enter(TrainingPhase phase) {
        evaluator.giveBack();
        input = DeviceInput.forTraining(phase.data(), settings.device());
        step.enter(phase.model(), input, phase.strength());
    }

    /** Steps of these sizes until they are captured, and then an evaluation, which must not take the memory that steps need. */
    void warmUp(StepContext context, boolean always, int... sizes) {
        new WarmUp(step, input, state().values()).run(context, sizes);
        if (step.isCaptured() || always) {
            evaluator.warmUp();
        }
    }

    /** Tries something on the data of a phase, and puts everything back. */
    <T> T tried(TrainingData data, Function<LearningRateFinder, T> trial) {
        try (var _ = TensorScope.open("trial")) {
            var before = new TensorSnapshot(state().values());
            long images = totals.images();
            before.save();
            try {
                return trial.apply(new LearningRateFinder(step, input, totals, data));
            } finally {
                before.restore();
                totals.continueFrom(images);
                step.restored();
            }
        }
    }

    /** All that a checkpoint keeps. */
    Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        weights.all().forEach((name, tensor) -> state.put("model." + name, tensor));
        state.putAll(step.state());
        state.put("totals", totals.sums());
        return state;
    }

    /** After the state was read from a checkpoint. */
    void restored(TrainingProgress saved) {
        totals.continueFrom(saved.imagesInEpoch());
        step.restored();
    }

    /**
     * The means, and the squares of the largest weights: those whose squares overflow are lost too, one step before they show
     * it. Waits for the device, once.
     */
    RunningMetrics.Reading reading() {
        try (var _ = TensorScope.open("reading");
                var _ = Gradients.off()) {
            var largest = parameters.largest();
            return totals.scoreWith(largest.times(largest).sum());
        }
    }

    /** What is evaluated, and shown to others. */
    Map<String, Tensor> result() {
        return step.evaluated().all();
    }

    void save(Path file, Map<String, String> metadata) {
        SafetensorsWriter.write(file, result(), metadata);
    }

    @Override
    public void close() {
        step.close();
        evaluator.close();
        times.close();
        stream.close();
        scope.close();
    }
}
