package dev.stoker.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.measure.MeasuredPart;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosisTest {
    private static final MeasurementSettings SHORT = new MeasurementSettings(Duration.ofSeconds(4), 0.03, 2);

    @TempDir
    Path folder;

    private Plan plan() throws IOException {
        return Plan.DEFAULTS
                .with("data", images().toString())
                .with("runs", folder.resolve("runs").toString())
                .with("device", "cpu")
                .with("model", "mlp")
                .with("size", "16")
                .with("batch", "8")
                .with("threads", "1") // so that a busy machine slows steps no more than input
                .with("workers", "1");
    }

    /** Two classes of images that take a worker far longer than a step of a perceptron. */
    private Path images() throws IOException {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 16; i++) {
            var file = folder.resolve("images").resolve("class" + i % 2).resolve(i + ".png");
            Files.createDirectories(file.getParent());
            var image = new BufferedImage(1000, 1000, BufferedImage.TYPE_INT_RGB);
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < image.getWidth(); x++) {
                    image.setRGB(x, y, random.nextInt());
                }
            }
            ImageIO.write(image, "png", file.toFile());
        }
        return folder.resolve("images");
    }

    @Test
    void largeImagesAndOneWorkerAreABottleneckOfInput() throws IOException {
        var seen = new ArrayList<String>();
        DoctorObserver observer = new DoctorObserver() {
            @Override
            public void measuring(String what, int round, double share) {
                seen.add(what);
                assertThat(share).isBetween(0.0, 1.0);
            }
        };
        try (var rig = Rig.open(plan())) {
            var diagnosis = Diagnosis.of(InterleavedRounds.of(rig, SHORT, observer));
            assertThat(diagnosis.verdict().bottleneck()).isEqualTo(Bottleneck.INPUT);
            assertThat(diagnosis.verdict().ceiling())
                    .isGreaterThan(diagnosis.measurements().imagesPerSecond(MeasuredPart.INPUT));
            assertThat(seen).contains("input", "copy", "steps", "everything", "steps of half batches");
            assertJson(diagnosis.fields());
        }
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    private static void assertJson(Map<String, Object> fields) {
        assertThat(fields)
                .containsEntry("bottleneck", "input")
                .containsKeys("ceiling", "verdict", "images_per_second", "precision", "rounds", "captured", "what_if");
        assertThat(fields.get("images_per_second"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("input", "copy", "steps", "everything");
        assertThat((List<?>) fields.get("what_if"))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsKeys("resource", "factor", "images_per_second", "speedup"));
    }
}
