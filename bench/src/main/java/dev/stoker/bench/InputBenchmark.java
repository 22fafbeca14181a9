package dev.stoker.bench;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.data.near.NearSettings;
import dev.stoker.datasets.EncodedImageCollection;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.plan.value.ShuffleMode;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/** Drains an input pipeline without training: how fast could a device be fed? */
public final class InputBenchmark {
    private static final double WARM_UP_SECONDS = 1;
    private static final double TUNING_SECONDS = 10;
    private static final int SIDE = 224;
    private static final Shape SHAPE = new Shape(SIDE, SIDE, 3);
    private static final Seed SEED = new Seed(1);

    /** The transforms of the images. */
    public enum InputTransform {
        TRAIN224,
        EVAL224,
        /** Reading only. */
        NONE
    }

    /**
     * What to measure, and for how long.
     *
     * @param source a folder of images or shards, a shard, or the address of a prepared set
     * @param shuffle the order of the images
     * @param near where some of the images of a set at an address are kept
     * @param cold whether the files are removed from the page cache before each epoch
     * @param device the name of the device that decodes and crops; empty where CPU workers do
     */
    public record Settings(
            String source,
            InputTransform transform,
            ShuffleMode shuffle,
            Optional<NearSettings> near,
            PipelineResources resources,
            int batch,
            double seconds,
            int rounds,
            boolean cold,
            Optional<String> device) {
        public Settings {
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new IllegalArgumentException("batch, rounds and seconds must be positive");
            }
            if (device.isPresent() && transform != InputTransform.TRAIN224) {
                throw new StokerException(
                                "device decoding is for the transform train224, got %s; choose that, or decode on the CPU"
                                        .formatted(transform.name().toLowerCase(Locale.ROOT)))
                        .about("transform", "decode");
            }
        }
    }

    /** Rows, the memory of their slots, and where batches go. */
    private record InputPath(Rows<?> rows, BatchMemoryAllocator memory, BatchSink sink) {}

    private InputBenchmark() {}

    /** Runs the pipeline and, where images are decoded, the baseline loops, in turn. */
    public static InputBenchmarkReport run(Settings settings, boolean withBaseline) {
        try (var images = EncodedImageCollection.open(settings.source, settings.near)) {
            var path = path(settings, images);
            try (var feed = path.rows
                            .withElements(samples ->
                                    settings.shuffle.shuffle(samples, SEED).repeat())
                            .batch(settings.batch)
                            .open(settings.resources, path.memory);
                    var sink = settings.cold ? new ColdFiles(path.sink, settings.source, images.size()) : path.sink) {
                return run(settings, feed, sink, withBaseline).withWarnings(images.warnings());
            }
        }
    }

    /** Runs whole epochs, one after another, each to its end before the next one begins. */
    public static InputEpochs epochs(Settings settings, int epochs) {
        try (var images = EncodedImageCollection.open(settings.source, settings.near)) {
            var measured = new ArrayList<InputEpochs.Epoch>();
            var state = DataState.START;
            for (int epoch = 0; epoch < epochs; epoch++) {
                var path = path(settings, images);
                try (var feed = path.rows
                                .withElements(samples -> settings.shuffle.shuffle(samples, SEED))
                                .batch(settings.batch)
                                .repeat(epoch + 1)
                                .open(settings.resources, path.memory, state);
                        var sink = path.sink) {
                    measured.add(InputEpochs.drained(feed, sink));
                    state = feed.state();
                }
            }
            return new InputEpochs(settings.source, measured, images.warnings());
        }
    }

    private static InputPath path(Settings settings, EncodedImageCollection images) {
        return settings.device
                .map(name -> onDevice(settings, images, Devices.choose(name)))
                .orElseGet(() ->
                        new InputPath(rows(settings.transform, images), BatchMemoryAllocator.host(), BatchSink.NONE));
    }

    private static InputPath onDevice(Settings settings, EncodedImageCollection images, Device device) {
        DeviceJpegDecoder.whyUnavailable(device).ifPresent(reason -> {
            throw new StokerException(reason);
        });
        var route = images.deviceDecodedRoute(SIDE);
        var rows = images.trainingRows(route, SIDE, SEED);
        var sink = new DeviceSink(device, route, SHAPE, settings.batch, rows.images());
        return new InputPath(rows.rows(), PinnedMemory.forDevice(device), sink);
    }

    private static InputBenchmarkReport run(Settings settings, BatchFeed feed, BatchSink sink, boolean withBaseline) {
        var baselines = new ArrayList<Double>();
        var report = new ThroughputRecorder();
        double seconds = settings.seconds / settings.rounds;
        if (settings.resources.workers().isTuned()) {
            drain(feed, sink, TUNING_SECONDS, new ThroughputRecorder());
        }
        for (int round = 0; round < settings.rounds; round++) {
            // batches prefetched between rounds must not count
            drain(feed, sink, WARM_UP_SECONDS, new ThroughputRecorder());
            drain(feed, sink, seconds, report);
            report.endRound();
            if (withBaseline && settings.transform == InputTransform.TRAIN224) {
                waitUntilIdle(feed);
                int threads = settings.resources.workers().initial();
                baselines.add(DecodeLoopBaseline.imagesPerSecond(settings.source, threads, seconds));
            }
        }
        return report.finished(settings, feed, HostMemory.resident().count(), Statistics.median(baselines));
    }

    /** Waits until the workers have filled every slot, so that they do not compete with the baseline. */
    private static void waitUntilIdle(BatchFeed feed) {
        try {
            for (long done = -1, before = -2; done != before; ) {
                Thread.sleep(300);
                before = done;
                done = feed.statistics().getLast().elements();
            }
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Rows<?> rows(InputTransform transform, EncodedImageCollection images) {
        var decoder = ImageDecoder.openCv().remembering(images.size());
        return switch (transform) {
            case TRAIN224 -> images.rows(TransformChain.train(SIDE).compile(SHAPE, decoder), SEED);
            case EVAL224 -> images.rows(TransformChain.evaluate(SIDE).compile(SHAPE, decoder), SEED);
            case NONE -> images.readOnly();
        };
    }

    private static void drain(BatchFeed feed, BatchSink sink, double seconds, ThroughputRecorder report) {
        report.begin(feed);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            var batch = feed.next();
            report.batch(batch.size(), System.nanoTime() - start);
            sink.take(batch);
        }
        sink.finish();
        report.end(feed);
    }
}
