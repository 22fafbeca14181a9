package dev.stoker.train;

import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Training steps on stripes, without the loop around them; after each one everything that it may change can be read. */
final class StepRun implements AutoCloseable {
    private final TensorScope scope = TensorScope.open("steps");
    private final DeviceStream stream;
    private final BatchFeed feed;
    private final DeviceInput input;
    private final Totals totals;
    private final Weights weights;
    private final TrainingStep step;
    private final double rate;
    private long steps;

    private StepRun(
            Model model,
            Stripes data,
            Optimizer.Settings optimizer,
            StepSettings settings,
            Recipe recipe,
            IntConsumer afterForward) {
        stream = DeviceStream.open(recipe.device);
        feed = data.training(DataState.START, SlotMemory.ofHost());
        input = new DeviceInput(data.shape(), data.mean(), data.deviation(), data.batch(), recipe.device);
        totals = new Totals(recipe.device);
        weights = Weights.initial(model, recipe.seed, recipe.device);
        step = new TrainingStep(model, weights, optimizer, settings, input, totals, stream, recipe.seed, afterForward);
        rate = recipe.rate;
    }

    /** Where, from which seed and how fast. */
    record Recipe(Device device, Seed seed, double rate) {}

    static StepRun open(Model model, Stripes data, Optimizer.Settings optimizer, StepSettings settings, Recipe recipe) {
        return new StepRun(model, data, optimizer, settings, recipe, _ -> {});
    }

    /** {@code afterForward} may fail as a device would. */
    static StepRun open(
            Model model,
            Stripes data,
            Optimizer.Settings optimizer,
            StepSettings settings,
            Recipe recipe,
            IntConsumer afterForward) {
        return new StepRun(model, data, optimizer, settings, recipe, afterForward);
    }

    /** Trains on the next batch. */
    StepRun next() {
        try (var _ = TensorScope.open("upload");
                var batch = feed.next()) {
            input.upload(batch);
        }
        step.run(new Moment(steps, Long.MAX_VALUE, steps++, rate));
        return this;
    }

    StepRun next(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
        return this;
    }

    /** The mean loss of the next so many steps. */
    double loss(int count) {
        totals.clear();
        return next(count).totals.score().loss();
    }

    TrainingStep step() {
        return step;
    }

    Weights weights() {
        return weights;
    }

    void synchronize() {
        stream.synchronize();
    }

    /** A tensor of the step's state by its name in a checkpoint. */
    Tensor state(String name) {
        return Optional.ofNullable(step.state().get(name)).orElseThrow();
    }

    /** The bytes of all that a checkpoint would keep. */
    Map<String, byte[]> bytes() {
        var bytes = new LinkedHashMap<String, byte[]>();
        try (var _ = TensorScope.open("reading")) {
            weights.all().forEach((name, tensor) -> bytes.put(name, bytes(tensor)));
            step.state().forEach((name, tensor) -> bytes.put(name, bytes(tensor)));
            bytes.put("totals", bytes(totals.sums()));
        }
        return bytes;
    }

    /** The bytes of the parameters alone. */
    List<byte[]> parameters() {
        try (var _ = TensorScope.open("reading")) {
            return weights.parameters().values().stream().map(StepRun::bytes).toList();
        }
    }

    private static byte[] bytes(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_BYTE);
    }

    /** Takes steps, and keeps what there is behind each of them. */
    List<Map<String, byte[]>> history(int count) {
        var history = new ArrayList<Map<String, byte[]>>();
        for (int i = 0; i < count; i++) {
            history.add(next().bytes());
        }
        return history;
    }

    /** The first step behind which two histories are not the same bits, and the tensors that are not. */
    static Optional<String> firstDifference(List<Map<String, byte[]>> one, List<Map<String, byte[]>> other) {
        for (int i = 0; i < one.size(); i++) {
            var right = other.get(i);
            var different = one.get(i).entrySet().stream()
                    .filter(entry -> !Arrays.equals(entry.getValue(), right.get(entry.getKey())))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!different.isEmpty()) {
                return Optional.of("step %d: %s".formatted(i, different));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        step.close();
        feed.close();
        stream.close();
        scope.close();
    }
}
