package dev.stoker.bench;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Pictures;
import dev.stoker.datasets.TravellingPart;
import dev.stoker.image.Decoder;
import dev.stoker.image.Recipe;
import dev.stoker.telemetry.Memory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.PictureDecoder;
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

    /** What is done to the pictures. */
    public enum Treatment {
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
            Treatment treatment,
            Resources resources,
            int batch,
            double seconds,
            int rounds,
            Optional<String> device) {
        public Settings {
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new IllegalArgumentException("batch, rounds and seconds must be positive");
            }
            if (device.isPresent() && treatment != Treatment.TRAIN224) {
                throw new StokerException("a device decodes for training: use --recipe train224, or --decode cpu");
            }
        }
    }

    /** Rows, and where they go. */
    private record Route(Rows<?> rows, SlotMemory memory, BatchSink sink) {}

    private InputBenchmark() {}

    /** Runs the pipeline and, where pictures are decoded, plain loops beside it, in turn. */
    public static InputReport run(Settings settings, boolean besidePlainLoops) {
        try (var pictures = Pictures.open(settings.source)) {
            var route = route(settings, pictures);
            try (var feed = route.rows
                            .over(samples -> samples.shuffle(SEED).repeat())
                            .batch(settings.batch)
                            .open(settings.resources, route.memory);
                    var sink = route.sink) {
                return run(settings, feed, sink, besidePlainLoops);
            }
        }
    }

    private static Route route(Settings settings, Pictures pictures) {
        return settings.device
                .map(name -> onDevice(settings, pictures, Devices.choose(name)))
                .orElseGet(() -> new Route(rows(settings.treatment, pictures), SlotMemory.ofHost(), BatchSink.NONE));
    }

    private static Route onDevice(Settings settings, Pictures pictures, Device device) {
        PictureDecoder.whyNot(device).ifPresent(reason -> {
            throw new StokerException(reason);
        });
        var part = pictures.travelling(SIDE);
        var decoding = new TravellingPart.Decoding.OnDevice(1);
        var layout = part.layout(decoding);
        var drawn = part.drawn(Augmentation.USUAL, SEED, layout, decoding);
        var sink = new DeviceSink(device, layout, settings.batch, drawn, part.host());
        return new Route(drawn.rows(), PageLockedMemory.towards(device), sink);
    }

    private static InputReport run(Settings settings, BatchFeed feed, BatchSink sink, boolean besidePlainLoops) {
        var ceilings = new ArrayList<Double>();
        var report = new DrainReport();
        double seconds = settings.seconds / settings.rounds;
        if (settings.resources.workers().isTuned()) {
            drain(feed, sink, TUNING_SECONDS, new DrainReport());
        }
        for (int round = 0; round < settings.rounds; round++) {
            // what was made ahead while nobody asked must not count
            drain(feed, sink, WARM_UP_SECONDS, new DrainReport());
            drain(feed, sink, seconds, report);
            report.endRound();
            if (besidePlainLoops && settings.treatment == Treatment.TRAIN224) {
                waitUntilIdle(feed);
                int threads = settings.resources.workers().first();
                ceilings.add(PlainLoops.imagesPerSecond(settings.source, threads, seconds));
            }
        }
        return report.finished(settings, feed, Memory.resident().count(), median(ceilings));
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

    private static Rows<?> rows(Treatment treatment, Pictures pictures) {
        var shape = new Shape(SIDE, SIDE, 3);
        return switch (treatment) {
            case TRAIN224 -> pictures.rows(Recipe.train(SIDE).compile(shape, Decoder.openCv()), SEED);
            case EVAL224 -> pictures.rows(Recipe.evaluate(SIDE).compile(shape, Decoder.openCv()), SEED);
            case NONE -> pictures.readOnly();
        };
    }

    private static void drain(BatchFeed feed, BatchSink sink, double seconds, DrainReport report) {
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
