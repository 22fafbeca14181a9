package dev.stoker.train.internal.measure;

import dev.stoker.data.BatchFeed;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.measure.FeedReading;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.Throughput;
import dev.stoker.train.measure.TrainingFeeds;
import dev.stoker.train.measure.TrainingMeter;
import dev.stoker.train.step.StepState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures with the trainer's own step, input and device prefetcher. Input alone has a feed of its own: the tuner of a feed
 * adjusts it to its consumer, and a training loop is another one than a loop that takes batches as they come.
 */
public final class DeviceTrainingMeter implements TrainingMeter {
    /** The share of the time in which batches that were prefetched before are used up. */
    private static final double WARM_UP_SHARE = 0.25;

    /**
     * The share of the time that a training loop may need until as many batches are ahead as it is going to have: where input and
     * steps share the cores, filling them up would be measured as slow training, by 16 % in rounds of a second.
     */
    private static final double FILLING_SHARE = 1;

    /** A tuner prefetches no more. */
    private static final int MOST_PREFETCHED = 32;

    /** On a CPU, where nothing is captured; the first steps choose algorithms. */
    private static final int WARM_UP_STEPS = 3;

    private final MeasuredTrainer trainer;
    private final TrainingFeeds feeds;
    private final TensorScope scope;
    private final DevicePrefetcher prefetcher;
    private final StepLoop loop;
    private @Nullable MeasuredFeed inputFeed;
    private @Nullable MeasuredFeed trainingFeed;
    private final Map<Integer, MeasuredFeed> otherFeeds = new HashMap<>();
    private @Nullable SpareStep spare;
    private boolean lacksMemory;
    private boolean warm;
    private volatile boolean stopped;

    /** Its tensors belong to a scope of its own. */
    public DeviceTrainingMeter(MeasuredTrainer trainer, TrainingFeeds feeds) {
        this.trainer = trainer;
        this.feeds = feeds;
        scope = TensorScope.open("measurements");
        prefetcher = new DevicePrefetcher(trainer.input(), trainer.stream(), trainer.times());
        loop = new StepLoop(trainer.stream());
    }

    private MeasuredFeed open(OptionalInt workers) {
        return new MeasuredFeed(
                feeds.open(PinnedMemory.forDevice(trainer.settings().device()), workers));
    }

    private MeasuredFeed inputFeed() {
        if (inputFeed == null) {
            inputFeed = open(OptionalInt.empty());
        }
        return inputFeed;
    }

    private MeasuredFeed trainingFeed() {
        if (trainingFeed == null) {
            trainingFeed = open(OptionalInt.empty());
        }
        return trainingFeed;
    }

    // ---- input

    @Override
    public Throughput input(Duration time) {
        return input(inputFeed(), time);
    }

    @Override
    public Throughput inputWithWorkers(Duration time, int workers) {
        return input(otherFeeds.computeIfAbsent(workers, count -> open(OptionalInt.of(count))), time);
    }

    private Throughput input(MeasuredFeed measured, Duration time) {
        var watch = new Stopwatch(time);
        long images = measure(
                measured,
                watch,
                () -> drain(measured.feed()),
                () -> measured.feed().isReady());
        return new Throughput(
                MeasuredPart.INPUT,
                images,
                watch.seconds(),
                watch.processorSeconds(),
                0,
                TimeBreakdown.NONE,
                measured.reading());
    }

    private static int drain(BatchFeed feed) {
        try (var batch = feed.next()) {
            return batch.size();
        }
    }

    /** Warm-up while {@code ahead}, then repeats {@code work}, which returns the number of images, until the time is over. */
    private long measure(MeasuredFeed measured, Stopwatch watch, IntSupplier work, BooleanSupplier ahead) {
        do {
            int _ = work.getAsInt();
        } while (ahead.getAsBoolean() && !watch.isOver(WARM_UP_SHARE) && !stopped);
        measured.measurementBegins();
        return repeat(watch, work);
    }

    private long repeat(Stopwatch watch, IntSupplier work) {
        long images = 0;
        watch.start();
        do {
            images += work.getAsInt();
        } while (!watch.isOver() && !stopped);
        trainer.stream().synchronize();
        watch.stop();
        return images;
    }

    // ---- copies

    @Override
    public Throughput copies(Duration time) {
        try (var batch = inputFeed().feed().next()) {
            var repeated = new RepeatedBatchFeed(batch);
            var watch = new Stopwatch(time);
            copy(repeated);
            long images = repeat(watch, () -> copy(repeated));
            prefetcher.drain();
            return new Throughput(
                    MeasuredPart.COPY,
                    images,
                    watch.seconds(),
                    watch.processorSeconds(),
                    0,
                    TimeBreakdown.NONE,
                    FeedReading.NONE);
        }
    }

    private int copy(BatchFeed feed) {
        int size = prefetcher.take(feed);
        trainer.times().ends();
        return size;
    }

    // ---- steps

    @Override
    public Throughput steps(Duration time) {
        int size = residentBatch();
        return steps(time, size, trainer::runStep);
    }

    /** Where steps are captured, half batches need graphs of their own. */
    @Override
    public Optional<Throughput> stepsOfHalfBatches(Duration time) {
        int size = residentBatch();
        if (size < 2) {
            return Optional.empty();
        }
        if (!trainer.step().isCaptured()) {
            trainer.input().limit(size / 2);
            return Optional.of(steps(time, size / 2, trainer::runStep));
        }
        return withSpareStep(step -> {
            trainer.input().limit(size / 2);
            step.captureHalfBatches();
            return steps(time, size / 2, step::run);
        });
    }

    private Throughput steps(Duration time, int size, Runnable step) {
        var watch = new Stopwatch(time);
        for (int i = 0; i < WARM_UP_STEPS && (i == 0 || !watch.isOver(WARM_UP_SHARE)); i++) {
            loop.run(step);
        }
        loop.clear();
        long images = repeat(watch, () -> {
            loop.run(step);
            return size;
        });
        return new Throughput(
                MeasuredPart.STEPS,
                images,
                watch.seconds(),
                watch.processorSeconds(),
                loop.launchSeconds(),
                TimeBreakdown.NONE,
                FeedReading.NONE);
    }

    /** Makes a full batch of the training data the input, where corrupt images leave one; returns its size. */
    private int residentBatch() {
        warmUp();
        var feed = trainingFeed().feed();
        int size = copy(feed);
        for (int i = 0; i < WARM_UP_STEPS && !trainer.input().isFull(); i++) {
            size = copy(feed);
        }
        return size;
    }

    private void warmUp() {
        if (!warm) {
            warm = true;
            trainingFeed(); // its workers begin meanwhile
            trainer.warmUp();
        }
    }

    @Override
    public StepState stepState() {
        return trainer.step().describe();
    }

    @Override
    public OptionalDouble kernelSeconds() {
        if (trainer.resources().trainingDevice().whyNeverCaptured().isPresent()) {
            return OptionalDouble.empty();
        }
        residentBatch();
        return trainer.step().isCaptured()
                ? OptionalDouble.of(SpareStep.replaySeconds(trainer.step(), trainer.stream()))
                : withSpareStep(SpareStep::replaySeconds).orElseGet(OptionalDouble::empty);
    }

    /** It stays open, since capturing takes seconds; empty where the device has too little memory for it. */
    private <T> Optional<T> withSpareStep(Function<SpareStep, T> work) {
        if (lacksMemory) {
            return Optional.empty();
        }
        try {
            if (spare == null) {
                spare = SpareStep.captured(trainer);
            }
            return Optional.of(work.apply(spare));
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            lacksMemory = true;
            closeSpareStep();
            return Optional.empty();
        }
    }

    private void closeSpareStep() {
        if (spare != null) {
            spare.close();
            spare = null;
        }
        DeviceMemory.emptyCache(trainer.settings().device());
    }

    // ---- everything

    /** The steps of a training loop, without reports, evaluations and checkpoints. */
    @Override
    public Throughput everything(Duration time) {
        warmUp();
        var measured = trainingFeed();
        var feed = measured.feed();
        var watch = new Stopwatch(time);
        prefetcher.drain();
        discard(feed);
        trainStep(feed); // workers that had no free batch go on
        measured.measurementBegins();
        while (feed.isReady() && !measured.isFull() && !watch.isOver(FILLING_SHARE) && !stopped) {
            trainStep(feed);
        }
        trainer.stream().synchronize();
        var before = trainer.times().read();
        measured.measurementBegins();
        long images = repeat(watch, () -> trainStep(feed));
        prefetcher.drain();
        return new Throughput(
                MeasuredPart.EVERYTHING,
                images,
                watch.seconds(),
                watch.processorSeconds(),
                0,
                trainer.times().read().since(before, watch.seconds()),
                measured.reading());
    }

    /** Batches that were prefetched since the last measurement would be more than the pipeline can keep up with. */
    private void discard(BatchFeed feed) {
        for (int i = 0; i < MOST_PREFETCHED && feed.isReady() && !stopped; i++) {
            drain(feed);
        }
    }

    private int trainStep(BatchFeed feed) {
        int size = prefetcher.take(feed);
        if (size > 0) { // corrupt images may leave none
            trainer.runStep();
        }
        trainer.times().ends();
        prefetcher.prefetchNext(feed);
        return size;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        loop.close();
        prefetcher.close();
        otherFeeds.values().forEach(MeasuredFeed::close);
        if (inputFeed != null) {
            inputFeed.close();
        }
        if (trainingFeed != null) {
            trainingFeed.close();
        }
        closeSpareStep();
        scope.close();
    }
}
