package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistilledRunTest {
    private static final List<String> CLASSES = List.of("dark", "bright", "half");

    @TempDir
    Path runs;

    /** Squares of noise whose level is that of their class. */
    private record Squares(int size, int side, Seed seed) implements SampleSource {
        @Override
        public Shape shape() {
            return new Shape(side, side, 1);
        }

        @Override
        public int label(int index) {
            return index % CLASSES.size();
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate((long) side * side);
            var random = new SeededRandom(seed.derive(index));
            for (int i = 0; i < sample.byteSize(); i++) {
                boolean bright = label(index) == 1 || (label(index) == 2 && i < sample.byteSize() / 2);
                sample.set(ValueLayout.JAVA_BYTE, i, (byte) (random.nextInt(150) + (bright ? 60 : 0)));
            }
            return sample;
        }
    }

    private static ImageDataset squares(List<String> classes, int side) {
        return ImageDataset.of(
                "squares", classes, new Squares(240, side, new Seed(1)), new Squares(60, side, new Seed(2)));
    }

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "runs=" + runs,
                "validation=test",
                "model=mlp",
                "epochs=2",
                "batch=24",
                "lr=0.05",
                "flip=none",
                "shift=0");
        return TestRuns.with(plan, settings);
    }

    private static TrainingJobBuilder job(Plan plan) {
        return TrainingJob.builder().plan(plan).dataset(squares(CLASSES, 8));
    }

    private RunResult run(String... settings) {
        return run(job(plan(settings)));
    }

    private static RunResult run(TrainingJobBuilder builder) {
        try (var job = builder.start()) {
            return job.run();
        }
    }

    private static byte[] weights(RunResult result) throws IOException {
        return Files.readAllBytes(result.run().resolve("model.safetensors"));
    }

    @Test
    void theTeacherMayBeARunItsNameOrAFile() throws IOException {
        var teacher = run("model=cnn", "name=teacher");
        var alone = run();
        Path file = teacher.run().resolve("best.safetensors");
        var byFile = run("teacher=" + file);
        assertThat(weights(byFile)).isNotEqualTo(weights(alone));
        assertThat(weights(run("teacher=teacher"))).isEqualTo(weights(byFile));
        assertThat(weights(run("teacher=" + teacher.run(), "distill-weight=0.9")))
                .isNotEqualTo(weights(byFile));
    }

    @Test
    void thePlanKeepsTheFileAndItsHash() throws IOException {
        var teacher = run("model=cnn");
        try (var job = job(plan("teacher=last", "distill-weight=0.25")).start()) {
            assertThat(job.teacherNote())
                    .hasValue("cnn from %s, weight 0.25, temperature 4.0"
                            .formatted(teacher.run().resolve("best.safetensors")));
            assertThat(Files.readString(job.folder().resolve("plan.yaml")))
                    .contains("teacher: " + teacher.run().resolve("best.safetensors"), "teacher-sha256: ")
                    .doesNotContain("teacher-sha256: \"\"");
        }
    }

    @Test
    void aRunThatWasStoppedGoesOnWithTheSameTeacherAndNoOther() throws IOException {
        var teacher = run("model=cnn");
        String[] settings = {"teacher=" + teacher.run(), "mixup=0.2"};
        var whole = run(settings);
        Path folder;
        try (var job = job(plan(settings).with("name", "stopped")).start()) {
            folder = job.folder();
            int[] asked = {0};
            assertThat(job.run(List.of(), () -> ++asked[0] > 13)).isEmpty();
        }
        Path best = teacher.run().resolve("best.safetensors");
        byte[] before = Files.readAllBytes(best);
        Files.write(best, Files.readAllBytes(run("model=cnn", "seed=9").run().resolve("best.safetensors")));
        assertThatThrownBy(() -> job(plan()).resume(folder.toString(), runs))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("the teacher %s is another file than before: its SHA-256 is".formatted(best));
        Files.write(best, before);
        try (var job = job(plan()).resume(folder.toString(), runs)) {
            job.run();
        }
        assertThat(Files.readAllBytes(folder.resolve("model.safetensors"))).isEqualTo(weights(whole));
    }

    @Test
    void aTeacherOfOtherClassesIsRefusedWithBothSides() {
        var names = List.of("dark", "light", "half");
        var other = run(TrainingJob.builder().plan(plan()).dataset(squares(names, 8)));
        assertThatThrownBy(() -> run("teacher=" + other.run()))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("class 1 of the teacher ")
                .hasMessageContaining("is 'light', but that of squares is 'bright'; train a teacher on");
        var four = List.of("dark", "bright", "half", "none");
        var more = run(TrainingJob.builder().plan(plan()).dataset(squares(four, 8)));
        assertThatThrownBy(() -> run("teacher=" + more.run()))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("has 4 classes, but squares has 3; train a teacher on the same classes");
    }

    @Test
    void aTeacherOfAnotherSizeIsTakenWhereItsWeightsDoNotDependOnThat() {
        var pooled = run(
                TrainingJob.builder().plan(plan("model=resnet8", "epochs=1")).dataset(squares(CLASSES, 16)));
        assertThat(run("teacher=" + pooled.run()).trainLoss()).isFinite();
        var flat = run(TrainingJob.builder().plan(plan()).dataset(squares(CLASSES, 16)));
        assertThatThrownBy(() -> run("teacher=" + flat.run()))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("is model mlp for images of 16×16×1, and does not take the 8×8×1 of this run");
    }

    /** The student's normalization is made the teacher's, so the teacher gives what it gave: only the student differs. */
    @Test
    void aTeacherOfAnotherNormalizationIsTaken() {
        var teacher = run("model=cnn", "epochs=4");
        var other = squares(CLASSES, 8).with(new Normalization(List.of(0.5), List.of(0.5)));
        var result = run(TrainingJob.builder()
                .plan(plan("teacher=" + teacher.run(), "distill-weight=1", "epochs=6"))
                .dataset(other));
        assertThat(result.evaluation().accuracy()).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "distill-weight=0.3 | distill-weight is for distillation, but there is no teacher; add one, or remove",
                "teacher=nothing | teacher: there is no run 'nothing'",
                "distill-weight=0 | distill-weight must be above 0 and at most 1, got 0",
                "distill-temperature=-1 | distill-temperature must be above 0, got -1",
            })
    void aWrongSettingIsAnsweredWithOneSentence(String setting, String sentence) {
        assertThatThrownBy(() -> run(setting))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(sentence);
    }
}
