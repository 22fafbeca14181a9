package dev.stoker.lab.doctor.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.lab.doctor.DoctorObserver;
import dev.stoker.lab.doctor.InterleavedRounds;
import dev.stoker.lab.doctor.MeasurementSettings;
import dev.stoker.lab.doctor.check.Finding;
import dev.stoker.lab.doctor.check.Inspection;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real plans on real files, measured only as long as a test may take: what is faster is not asserted, what is done is. */
class PlanFixerTest {
    private static final int IMAGES = 48;
    private static final int SIDE = 40;

    @TempDir
    private Path folder;

    private Plan plan() throws IOException {
        var random = new Random(3);
        for (String label : new String[] {"cats", "dogs"}) {
            var images = Files.createDirectories(folder.resolve("images").resolve(label));
            for (int i = 0; i < IMAGES; i++) {
                var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
                for (int at = 0; at < SIDE * SIDE; at++) {
                    image.setRGB(at % SIDE, at / SIDE, random.nextInt());
                }
                ImageIO.write(image, "png", images.resolve(i + ".png").toFile());
            }
        }
        return Plan.DEFAULTS
                .with("data", folder.resolve("images").toString())
                .with("model", "mlp")
                .with("size", "32")
                .with("batch", "16")
                .with("workers", "1");
    }

    private static ShardPreparation preparation() {
        return new ShardPreparation("test", "test", new PreparationJob.Listener() {
            @Override
            public void started(long images, int shards, long imagesDone, int shardsDone) {}

            @Override
            public void advanced(long images) {}
        });
    }

    private static FixResult fixed(Plan plan, FixSettings settings) {
        try (var rig = Rig.open(plan)) {
            var measured = InterleavedRounds.of(
                    rig, MeasurementSettings.DEFAULTS.withTime(Duration.ofMillis(400)), DoctorObserver.SILENT);
            var inspection = Inspection.of(plan, rig, measured, Duration.ofMillis(100), DoctorObserver.SILENT);
            return PlanFixer.fix(plan, rig, inspection, settings, preparation(), DoctorObserver.SILENT);
        }
    }

    private static FixSettings within(Duration time) {
        return new FixSettings(time, false, Optional.empty());
    }

    /** An evaluation of all images after each step takes most of the time on any machine. */
    @Test
    void aChangeThatGainsIsKeptAndWrittenWithItsReason() throws IOException {
        var slow = plan().with("evaluate-every", "1step")
                .with("validation", "0.5")
                .with("batch", "2")
                .with("threads", "1");
        var result = fixed(slow, within(Duration.ofSeconds(4)));
        assertThat(result.changes())
                .anySatisfy(change -> assertThat(change.finding().name()).isEqualTo("evaluation"));
        assertThat(result.isChanged()).isTrue();
        assertThat(result.speedup()).isGreaterThan(1.05);

        var file = folder.resolve("tuned.yaml");
        TunedPlanFile.write(file, result);
        assertThat(Files.readAllLines(file))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("evaluate-every: 1epoch # evaluation: ")
                        .contains("times the images per second"));
        assertThat(PlanFile.read(file, Plan.DEFAULTS)).isEqualTo(result.plan());
    }

    @Test
    void whatChangesLearningIsLeftAloneUnlessItIsAllowed() throws IOException {
        var tiny = plan().with("batch", "1").with("precision", "bf16");
        var result = fixed(tiny, within(Duration.ofSeconds(2)));
        assertThat(result.plan().training().batchSize()).isEqualTo(1);
        assertThat(result.changes())
                .filteredOn(change -> change.change().changesLearning())
                .allSatisfy(change -> {
                    assertThat(change.outcome()).isEqualTo(TriedChange.Outcome.SKIPPED);
                    assertThat(change.reason()).contains("--allow-semantics");
                });
    }

    @Test
    void shardsAreWrittenAndBecomeTheData() throws IOException {
        var destination = folder.resolve("shards");
        var prepared = preparation().prepared(plan(), Map.of(), destination);
        assertThat(prepared.data().data()).isEqualTo(destination.toString());
        try (var rig = Rig.open(prepared)) {
            var stored = rig.facts().stored().orElseThrow();
            assertThat(stored.inFiles()).isFalse();
            assertThat(stored.format()).isEqualTo("PNG");
            assertThat(stored.shorterSide()).isEqualTo(SIDE);
            assertThat(rig.facts().source()).isEmpty();
        }
    }

    @Test
    void aPlanWithoutTimeIsInspectedAndNotChanged() throws IOException {
        var result = fixed(plan(), within(Duration.ofNanos(1)));
        assertThat(result.isChanged()).isFalse();
        assertThat(result.speedup()).isEqualTo(1);
        assertThat(result.changes()).isEmpty();
    }

    @Test
    void theNameOfAPlanIsOneThatIsFree() throws IOException {
        assertThat(TunedPlanFile.freeName(folder)).isEqualTo(folder.resolve("tuned.yaml"));
        Files.createFile(folder.resolve("tuned.yaml"));
        assertThat(TunedPlanFile.freeName(folder)).isEqualTo(folder.resolve("tuned-2.yaml"));
    }

    @Test
    void everyFindingOfARealPlanHasEvidence() throws IOException {
        try (var rig = Rig.open(plan())) {
            var measured = InterleavedRounds.of(
                    rig, MeasurementSettings.DEFAULTS.withTime(Duration.ofMillis(400)), DoctorObserver.SILENT);
            var findings = Inspection.of(plan(), rig, measured, Duration.ofMillis(100), DoctorObserver.SILENT)
                    .findings();
            assertThat(findings)
                    .extracting(Finding::name)
                    .doesNotHaveDuplicates()
                    .contains("small-files");
            assertThat(findings)
                    .filteredOn(finding -> finding.name().equals("small-files"))
                    .allSatisfy(finding -> assertThat(finding.evidence()).contains("files of", "reading takes"));
        }
    }
}
