package dev.stoker.bench;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
import dev.stoker.datasets.EncodedImageCollection;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Drains an input pipeline with nothing behind it: how fast could a device be fed? */
public final class InputBenchmark {
    private static final double WARM_UP_SECONDS = 1;
    private static final double TUNING_SECONDS = 10;
    private static final int SIDE = 224;
    private static final Seed SEED = new Seed(1);

    /** What is done to the images. */
    public enum InputTransform {
        TRAIN224,
        EVAL224,
        /** Reading alone. */
        NONE
    }

    /**
     * What to drain, and for how long.
     *
     * @param device the name of the device that decodes and crops; empty where workers do
     */
    public record Settings(
            Path source,
            InputTransform transform,
            PipelineResources resources,
            int batch,
            double seconds,
            int rounds,
            Optional<String> device) {
        public Settings {
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new IllegalArgumentException("batch, rounds and seconds must be positive");
            }
            if (device.isPresent() && transform != InputTransform.TRAIN224) {
                throw new StokerException("a device decodes for training: use --recipe train224, or --decode cpu");
            }
        }
    }

    /** Rows, and where they go. */
    private record Route(Rows<?> rows, BatchMemoryAllocator memory, BatchSink sink) {}

    private InputBenchmark() {}

    /** Runs the pipeline and, where images are decoded, plain loops beside it, in turn. */
    public static InputBenchmarkReport run(Settings settings, boolean withBaseline) {
        try (var images = EncodedImageCollection.open(settings.source)) {
            var route = route(settings, images);
            try (var feed = route.rows
                            .over(samples -> samples.shuffle(SEED).repeat())
                            .batch(settings.batch)
                            .open(settings.resources, route.memory);
                    var sink = route.sink) {
                return run(settings, feed, sink, withBaseline);
            }
        }
    }

    private static Route route(Settings settings, EncodedImageCollection images) {
        return settings.device
                .map(name -> onDevice(settings, images, Devices.choose(name)))
                .orElseGet(() ->
                        new Route(rows(settings.transform, images), BatchMemoryAllocator.ofHost(), BatchSink.NONE));
    }

    private static Route onDevice(Settings settings, EncodedImageCollection images, Device device) {
        DeviceJpegDecoder.whyUnavailable(device).ifPresent(reason -> {
            throw new StokerException(reason);
        });
        var part = images.deviceAugmented(SIDE);
        var decoding = new DeviceAugmentedImageSplit.Decoding.OnDevice(1);
        var layout = part.layout(decoding);
        var drawn = part.drawn(AugmentationSettings.USUAL, SEED, layout, decoding);
        var sink = new DeviceSink(device, layout, settings.batch, drawn, part.host());
        return new Route(drawn.rows(), PinnedMemory.forDevice(device), sink);
    }

    private static InputBenchmarkReport run(Settings settings, BatchFeed feed, BatchSink sink, boolean withBaseline) {
        var ceilings = new ArrayList<Double>();
        var report = new ThroughputRecorder();
        double seconds = settings.seconds / settings.rounds;
        if (settings.resources.workers().isTuned()) {
            drain(feed, sink, TUNING_SECONDS, new ThroughputRecorder());
        }
        for (int round = 0; round < settings.rounds; round++) {
            // what was made ahead while nobody asked must not count
            drain(feed, sink, WARM_UP_SECONDS, new ThroughputRecorder());
            drain(feed, sink, seconds, report);
            report.endRound();
            if (withBaseline && settings.transform == InputTransform.TRAIN224) {
                waitUntilIdle(feed);
                int threads = settings.resources.workers().first();
                ceilings.add(DecodeLoopBaseline.imagesPerSecond(settings.source, threads, seconds));
            }
        }
        return report.finished(settings, feed, HostMemory.resident().count(), median(ceilings));
    }

    /** Waits until the workers have filled every slot, so that they leave the machine to others. */
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
        var shape = new Shape(SIDE, SIDE, 3);
        return switch (transform) {
            case TRAIN224 -> images.rows(TransformChain.train(SIDE).compile(shape, ImageDecoder.openCv()), SEED);
            case EVAL224 -> images.rows(TransformChain.evaluate(SIDE).compile(shape, ImageDecoder.openCv()), SEED);
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

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0
                ? 0
                : Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
