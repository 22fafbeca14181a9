package dev.stoker.train.internal.step;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.StripedImages;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Training steps on striped images, without a trainer; after each one everything that it changes can be read. */
public final class StepRun implements AutoCloseable {
    private final TensorScope scope = TensorScope.open("steps");
    private final DeviceStream stream;
    private final BatchFeed feed;
    private final DeviceInput input;
    private final RunningMetrics metrics;
    private final Weights weights;
    private final TrainingStep step;
    private final double rate;
    private long steps;
    private long planned = Long.MAX_VALUE;

    private StepRun(
            Model model,
            StripedImages data,
            Optimizer.Settings optimizer,
            StepSettings settings,
            Configuration configuration,
            TrainingDevice device) {
        stream = DeviceStream.open(configuration.device);
        feed = data.training(DataState.START, BatchMemoryAllocator.host());
        input = new DeviceInput(data.shape(), data.mean(), data.deviation(), data.batch(), configuration.device);
        metrics = new RunningMetrics(configuration.device);
        weights = Weights.initial(model, configuration.seed, configuration.device);
        var resources = new StepResources(device, stream, weights, metrics);
        step = new TrainingStep(resources, model, input, optimizer, settings, configuration.seed);
        rate = configuration.rate;
    }

    /** Device, seed and learning rate. */
    public record Configuration(Device device, Seed seed, double rate) {}

    public static StepRun open(
            Model model,
            StripedImages data,
            Optimizer.Settings optimizer,
            StepSettings settings,
            Configuration configuration) {
        return new StepRun(model, data, optimizer, settings, configuration, TrainingDevice.of(configuration.device));
    }

    /** On a simulated device, which is that of the configuration. */
    public static StepRun open(
            Model model,
            StripedImages data,
            Optimizer.Settings optimizer,
            StepSettings settings,
            Configuration configuration,
            TrainingDevice device) {
        return new StepRun(model, data, optimizer, settings, configuration, device);
    }

    /** The run has so many steps in total, which schedules go by. */
    StepRun planning(long total) {
        planned = total;
        return this;
    }

    /** Trains on the next batch. */
    public StepRun next() {
        try (var _ = TensorScope.open("upload");
                var batch = feed.next()) {
            input.upload(batch);
        }
        step.run(new StepContext(steps, planned, steps++, rate));
        return this;
    }

    public StepRun next(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
        return this;
    }

    /** The mean loss of the next so many steps. */
    public double loss(int count) {
        metrics.clear();
        return next(count).metrics.score().loss();
    }

    public TrainingStep step() {
        return step;
    }

    Weights weights() {
        return weights;
    }

    public void synchronize() {
        stream.synchronize();
    }

    /** A tensor of the step's state by its name in a checkpoint. */
    public Tensor state(String name) {
        return Optional.ofNullable(step.state().get(name)).orElseThrow();
    }

    /** The bytes of everything that a checkpoint keeps. */
    public Map<String, byte[]> bytes() {
        var bytes = new LinkedHashMap<String, byte[]>();
        try (var _ = TensorScope.open("reading")) {
            weights.all().forEach((name, tensor) -> bytes.put(name, bytes(tensor)));
            step.state().forEach((name, tensor) -> bytes.put(name, bytes(tensor)));
            bytes.put("totals", bytes(metrics.sums()));
        }
        return bytes;
    }

    /** The bytes of the parameters alone. */
    public List<byte[]> parameters() {
        try (var _ = TensorScope.open("reading")) {
            return weights.parameters().values().stream().map(StepRun::bytes).toList();
        }
    }

    private static byte[] bytes(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_BYTE);
    }

    /** Runs steps, and keeps the state after each of them. */
    public List<Map<String, byte[]>> history(int count) {
        var history = new ArrayList<Map<String, byte[]>>();
        for (int i = 0; i < count; i++) {
            history.add(next().bytes());
        }
        return history;
    }

    /** The first step after which two histories differ in bits, and the tensors that do. */
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
