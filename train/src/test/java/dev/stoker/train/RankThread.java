package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Rendezvous;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.WeightAveraging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/** A rank on a thread of its own, and the sizes of its micro-batches in their order. */
final class RankThread implements Callable<RankThread.Trained> {
    private static final String HOST = "127.0.0.1";

    final List<Integer> microBatches = Collections.synchronizedList(new ArrayList<>());
    final RecordingObserver observer = new RecordingObserver();
    private final Path folder;
    private final SharedImages data;
    private final int port;
    private final IntConsumer memory;
    private final boolean syncBatchNorm;
    private final StepSettings step;
    private final Optional<WeightAveraging> averaging;

    /** {@code memory} is called after each forward pass with its number of images. */
    RankThread(Path folder, SharedImages data, int port, IntConsumer memory) {
        this(folder, data, port, memory, false);
    }

    RankThread(Path folder, SharedImages data, int port, IntConsumer memory, boolean syncBatchNorm) {
        this(folder, data, port, memory, syncBatchNorm, StepSettings.plain(Precision.FP32));
    }

    RankThread(Path folder, SharedImages data, int port, Optional<WeightAveraging> averaging) {
        this(folder, data, port, _ -> {}, false, StepSettings.plain(Precision.FP32), averaging);
    }

    RankThread(Path folder, SharedImages data, int port, IntConsumer memory, boolean syncBatchNorm, StepSettings step) {
        this(folder, data, port, memory, syncBatchNorm, step, Optional.empty());
    }

    private RankThread(
            Path folder,
            SharedImages data,
            int port,
            IntConsumer memory,
            boolean syncBatchNorm,
            StepSettings step,
            Optional<WeightAveraging> averaging) {
        this.averaging = averaging;
        this.syncBatchNorm = syncBatchNorm;
        this.step = step;
        this.folder = folder;
        this.data = data;
        this.port = port;
        this.memory = memory;
    }

    /** The result of a training. */
    record Trained(double loss, double validationLoss, Map<String, float[]> weights) {
        void assertSameAs(Trained expected) {
            assertThat(loss).isCloseTo(expected.loss, offset(1e-5));
            assertThat(validationLoss).isCloseTo(expected.validationLoss, offset(1e-5));
            expected.weights.forEach((name, values) -> assertThat(Objects.requireNonNull(weights.get(name)))
                    .as(name)
                    .containsExactly(values, offset(1e-5f)));
        }
    }

    @Override
    public Trained call() {
        int number = data.share().rank();
        var rendezvous = new Rendezvous(number, data.share().world(), HOST, port, HOST, Duration.ofSeconds(30));
        try (var ranks = Communicator.gloo(rendezvous)) {
            var exchanged = new DataParallel.Settings(
                    Optional.of(Bytes.ofMebibytes(4)), DataParallel.Compression.NONE, syncBatchNorm);
            return train(Optional.of(new DataParallel(ranks, exchanged)), "model-" + number);
        }
    }

    /** The same training without other ranks. */
    static Trained alone(Path folder, SharedImages data) {
        return alone(folder, data, StepSettings.plain(Precision.FP32));
    }

    static Trained alone(Path folder, SharedImages data, StepSettings step) {
        return new RankThread(folder, data, 1, _ -> {}, false, step).train(Optional.empty(), "alone");
    }

    static Trained alone(Path folder, SharedImages data, Optional<WeightAveraging> averaging) {
        return new RankThread(folder, data, 1, averaging).train(Optional.empty(), "alone");
    }

    private Trained train(Optional<DataParallel> parallel, String name) {
        var settings = new TrainingSettings(
                        2,
                        new LearningRateSettings(0.05, new LearningRateSchedule.Cosine(), 0.5),
                        new Optimizer.Settings.Sgd(0.9, 5e-4, true),
                        step,
                        Device.CPU,
                        new Seed(1),
                        LoopSettingsFixtures.writing(3, 4))
                .withParallel(parallel)
                .withAveraging(averaging);
        var phases = TrainingPhases.of(ModelZoo.model("mlp", data.shape(), 3), data, settings.epochs());
        try (var trainer = SimulatedDevice.cpu(this::record)
                .trainer(phases, settings, Checkpoints.none(), List.of(observer), _ -> {})) {
            var finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
            var file = folder.resolve(name);
            trainer.save(file, Map.of());
            return new Trained(finished.training().loss(), finished.validation().loss(), SavedTensors.floats(file));
        }
    }

    private void record(int images) {
        microBatches.add(images);
        memory.accept(images);
    }

    static List<Trained> train(RankThread... ranks) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(ranks.length)) {
            var results = new ArrayList<Trained>();
            for (var each : threads.invokeAll(List.of(ranks))) {
                results.add(each.get());
            }
            return results;
        }
    }
}
