package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Sample;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.Plan;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a run in which the JVM runs out of memory. */
class JvmErrorTest {
    private static final int IMAGES = 64;
    private static final Shape SHAPE = new Shape(28, 28, 1);
    /** More than any heap of a test, so that the JVM refuses it at once. */
    private static final int TOO_MANY = Integer.MAX_VALUE - 8;

    @TempDir
    Path folder;

    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger samples = new AtomicInteger();

    private Plan plan() {
        return TestRuns.with(
                Plan.DEFAULTS.with("runs", folder.toString()),
                "model=mlp",
                "epochs=3",
                "batch=8",
                "workers=2",
                "prefetch=1",
                "shuffle=none");
    }

    private ImageDataset data() {
        var training = Dataset.range(IMAGES).map((Long number) -> sample(number));
        var test = Dataset.range(8).map((Long number) -> plain(number));
        return ImageDataset.of("mine", List.of("even", "odd"), SHAPE, training, test);
    }

    /** While armed, a worker runs out of heap in the middle of the second epoch. */
    private Sample sample(long number) {
        if (armed.get() && samples.incrementAndGet() == IMAGES + IMAGES / 2) {
            assertThat(new long[TOO_MANY]).isEmpty();
        }
        return plain(number);
    }

    private static Sample plain(long number) {
        var pixels = new byte[SHAPE.bytes()];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (number % 2 == 0 ? i : 7L * i + number);
        }
        return new Sample(MemorySegment.ofArray(pixels), (int) (number % 2));
    }

    private TrainingJobBuilder builder() {
        return TrainingJob.builder().plan(plan()).dataset(data());
    }

    @Test
    void aWorkerWithoutMemoryLeavesACheckpointFromWhichTheRunEndsWithTheSameWeights() {
        String undisturbed;
        try (var job = builder().start()) {
            undisturbed = job.run().modelSha256();
        }
        Path run;
        try (var job = builder().start()) {
            run = job.folder();
            armed.set(true);
            assertThatThrownBy(job::run)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("the JVM ran out of heap memory")
                    .hasMessageMatching("(?s).*the checkpoint of step (9|1[0-2]) is intact.*")
                    .hasMessageContaining("--resume " + run);
        }
        armed.set(false);
        try (var job = builder().resume(run.toString(), folder, Map.of())) {
            assertThat(job.run().modelSha256()).isEqualTo(undisturbed);
        }
    }
}
