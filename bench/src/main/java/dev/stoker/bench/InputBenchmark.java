package dev.stoker.bench;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.EpochFeed;
import dev.stoker.data.Order;
import dev.stoker.data.RowFiller;
import dev.stoker.datasets.Pictures;
import dev.stoker.image.Decoder;
import dev.stoker.image.Recipe;
import dev.stoker.telemetry.Memory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Drains an input pipeline with nothing behind it: how fast could a device be fed? */
public final class InputBenchmark {
    private static final int BATCHES_AHEAD = 4;
    private static final double WARM_UP_SECONDS = 1;
    private static final double TUNING_SECONDS = 5;
    private static final Seed SEED = new Seed(1);

    /** What is done to the pictures. */
    public enum Treatment {
        TRAIN224,
        EVAL224,
        /** Reading alone. */
        NONE
    }

    /** What to drain, and for how long. */
    public record Settings(
            Path source, Treatment treatment, EpochFeed.Workers workers, int batch, double seconds, int rounds) {
        public Settings {
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new IllegalArgumentException("batch, rounds and seconds must be positive");
            }
        }
    }

    private InputBenchmark() {}

    /** Runs the pipeline and, where pictures are decoded, plain loops beside it, in turn. */
    public static InputReport run(Settings settings, boolean besidePlainLoops) {
        var shape = settings.treatment == Treatment.NONE ? new Shape(1, 1, 1) : new Shape(224, 224, 3);
        var ceilings = new ArrayList<Double>();
        try (var pictures = Pictures.open(settings.source)) {
            var feedSettings = new EpochFeed.Settings(
                    rows(settings.treatment, pictures, shape),
                    shape.bytes(),
                    Order.endless(pictures.size(), SEED),
                    Long.MAX_VALUE,
                    settings.batch,
                    0,
                    settings.workers,
                    BATCHES_AHEAD);
            var report = new DrainReport();
            for (int round = 0; round < settings.rounds; round++) {
                round(feedSettings, pictures, settings.seconds / settings.rounds, report);
                if (besidePlainLoops && settings.treatment == Treatment.TRAIN224) {
                    ceilings.add(PlainLoops.imagesPerSecond(
                            settings.source, settings.workers.first(), settings.seconds / settings.rounds));
                }
            }
            return report.finished(settings, Memory.resident().count(), median(ceilings));
        }
    }

    /** A feed of its own: one that idled between rounds would start with slots that nobody waited for. */
    private static void round(EpochFeed.Settings settings, Pictures pictures, double seconds, DrainReport report) {
        try (var feed = EpochFeed.open(settings, SlotMemory.ofHost())) {
            boolean tuned = settings.workers().most() > settings.workers().first();
            drain(feed, pictures, tuned ? TUNING_SECONDS : WARM_UP_SECONDS, new DrainReport());
            drain(feed, pictures, seconds, report);
            report.endRound(feed.workers(), feed.decisions());
        }
    }

    private static RowFiller rows(Treatment treatment, Pictures pictures, Shape shape) {
        return switch (treatment) {
            case TRAIN224 -> pictures.rows(Recipe.train(224).compile(shape, Decoder.openCv()), SEED);
            case EVAL224 -> pictures.rows(Recipe.evaluate(224).compile(shape, Decoder.openCv()), SEED);
            case NONE -> pictures.readOnly();
        };
    }

    private static void drain(EpochFeed feed, Pictures pictures, double seconds, DrainReport report) {
        report.begin(pictures.bytesRead());
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            try (var batch = feed.next()) {
                report.batch(batch.size(), System.nanoTime() - start);
            }
        }
        report.end(pictures.bytesRead());
    }

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0
                ? 0
                : Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
