package dev.stoker.bench;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
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
    private static final double WARM_UP_SECONDS = 1;
    private static final double TUNING_SECONDS = 10;
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
            Path source, Treatment treatment, Resources resources, int batch, double seconds, int rounds) {
        public Settings {
            if (batch < 1 || rounds < 1 || !(seconds > 0)) {
                throw new IllegalArgumentException("batch, rounds and seconds must be positive");
            }
        }
    }

    private InputBenchmark() {}

    /** Runs the pipeline and, where pictures are decoded, plain loops beside it, in turn. */
    public static InputReport run(Settings settings, boolean besidePlainLoops) {
        var ceilings = new ArrayList<Double>();
        var report = new DrainReport();
        double seconds = settings.seconds / settings.rounds;
        try (var pictures = Pictures.open(settings.source);
                var feed = rows(settings.treatment, pictures)
                        .over(samples -> samples.shuffle(SEED).repeat())
                        .batch(settings.batch)
                        .open(settings.resources, SlotMemory.ofHost())) {
            if (settings.resources.workers().isTuned()) {
                drain(feed, TUNING_SECONDS, new DrainReport());
            }
            for (int round = 0; round < settings.rounds; round++) {
                // what was made ahead while nobody asked must not count
                drain(feed, WARM_UP_SECONDS, new DrainReport());
                drain(feed, seconds, report);
                report.endRound();
                if (besidePlainLoops && settings.treatment == Treatment.TRAIN224) {
                    waitUntilIdle(feed);
                    int threads = settings.resources.workers().first();
                    ceilings.add(PlainLoops.imagesPerSecond(settings.source, threads, seconds));
                }
            }
            return report.finished(settings, feed, Memory.resident().count(), median(ceilings));
        }
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
        var shape = new Shape(224, 224, 3);
        return switch (treatment) {
            case TRAIN224 -> pictures.rows(Recipe.train(224).compile(shape, Decoder.openCv()), SEED);
            case EVAL224 -> pictures.rows(Recipe.evaluate(224).compile(shape, Decoder.openCv()), SEED);
            case NONE -> pictures.readOnly();
        };
    }

    private static void drain(BatchFeed feed, double seconds, DrainReport report) {
        report.begin(feed);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            try (var batch = feed.next()) {
                report.batch(batch.size(), System.nanoTime() - start);
            }
        }
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
