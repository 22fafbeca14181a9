package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrunedRunTest {
    @TempDir
    private Path runs;

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "runs=" + runs,
                "prune=0.6",
                "ema=0.9",
                "model=cnn",
                "steps-per-epoch=12",
                "epochs=2",
                "batch=16");
        return TestRuns.with(plan, settings);
    }

    /** Masks are part of a checkpoint, and which weights go next depends on the step alone. */
    @Test
    void aRunThatWasStoppedWhileItWasPrunedEndsWithTheSameWeights() throws IOException {
        var whole = TestRuns.run(plan());
        Path folder;
        var steps = new AtomicLong();
        var counter = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                steps.set(step);
            }
        };
        try (var job = TrainingJob.start(plan("name=stopped"))) {
            folder = job.folder();
            assertThat(job.run(List.of(counter), () -> steps.get() >= 7)).isEmpty();
        }
        try (var job = TrainingJob.resume(folder.toString(), runs, Map.of())) {
            job.run();
        }
        assertThat(Files.readAllBytes(folder.resolve("model.safetensors")))
                .isEqualTo(Files.readAllBytes(whole.run().resolve("model.safetensors")));
    }

    @Test
    void threadsWithoutLocksCannotPrune() {
        assertThatThrownBy(() -> TestRuns.run(plan("ema=0", "hogwild-threads=2", "device=cpu", "precision=fp32")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(
                        "hogwild has no moment at which weights could be chosen for removal; remove prune");
    }
}
