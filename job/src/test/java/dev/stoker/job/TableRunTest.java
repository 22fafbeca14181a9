package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.nn.weights.WeightFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableRunTest {
    private static final String COLUMNS =
            "{x: numeric, color: vocabulary, town: {kind: hash, buckets: 20, dimension: 4},"
                    + " both: {kind: cross, of: [color, town], buckets: 50}}";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path table;

    /** The class is whether x is above a threshold that depends on the color. */
    @BeforeEach
    void writeTable() throws IOException {
        var random = new SeededRandom(new Seed(3));
        var text = new StringBuilder("x,color,town,class\n");
        for (int i = 0; i < 500; i++) {
            double x = 100 + 15 * random.nextGaussian();
            int color = random.nextInt(3);
            boolean above = x > 85 + 15 * color;
            text.append("%s,%s,town%d,%s\n"
                    .formatted(
                            i % 50 == 7 ? "" : "%.2f".formatted(x),
                            List.of("red", "green", "blue").get(color),
                            random.nextInt(12),
                            above ? "above" : "below"));
        }
        table = Files.writeString(folder.resolve("points.csv"), text);
    }

    private Plan plan(String... settings) {
        Plan plan = Plan.DEFAULTS
                .with("data", table.toString())
                .with("epochs", "15")
                .with("threads", "1")
                .with("device", "cpu")
                .with("runs", folder.toString())
                .with("checkpoint-every", "3");
        return TestRuns.with(plan, settings);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wide",
                "deep",
                "wide-and-deep",
                "[{layer: linear, out: 20}, silu, {layer: linear, out: classes}]"
            })
    void everyModelForTablesLearnsAndLeavesARunFolder(String model) throws IOException {
        var result = run(plan("model=" + model, "columns=" + COLUMNS));
        assertThat(result.validation().accuracy()).isGreaterThan(0.9);
        assertThat(result.classes()).containsExactly("above", "below");
        assertThat(result.run()).isDirectoryContaining(file -> file.endsWith("confusion.csv"));
        assertThat(Files.readAllLines(result.run().resolve("confusion.csv")).getFirst())
                .isEqualTo("class,above,below");
    }

    @Test
    void aTableNeedsNothingButItsName() {
        try (var job = TrainingJob.start(plan())) {
            assertThat(job.model()).isEqualTo("deep");
            assertThat(job.plan().model().model().chosen()).isEqualTo("deep");
            assertThat(job.plan().data().label().chosen()).isEqualTo("class");
            assertThat(job.tableNotes())
                    .contains(
                            "400 training, 100 validation rows, 3 columns, 2 classes",
                            "x is missing in 10 rows, which get the mean");
            assertThat(job.run(List.of(), () -> false)
                            .orElseThrow()
                            .validation()
                            .accuracy())
                    .isGreaterThan(0.9);
        }
    }

    @Test
    void aStoppedRunResumesToTheSameBitsWithTheStatisticsOfItsStart() throws IOException {
        var settings = new String[] {"model=wide-and-deep", "columns=" + COLUMNS, "epochs=3"};
        var whole = run(plan(settings).with("name", "whole"));
        var polls = new AtomicInteger();
        Path stopped;
        try (var job = TrainingJob.start(plan(settings).with("name", "stopped"))) {
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() > 8)).isEmpty();
            stopped = job.folder();
        }
        String columns = PlanFile.read(stopped.resolve("plan.yaml"), Plan.DEFAULTS)
                .data()
                .columns()
                .chosen();
        assertThat(columns).contains("center: ", "words: [", "classes: [above, below]");
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            assertThat(job.plan().data().columns().chosen()).isEqualTo(columns);
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
        var again = run(
                PlanFile.read(whole.run().resolve("plan.yaml"), Plan.DEFAULTS).with("name", "again"));
        assertThat(again.modelSha256()).isEqualTo(whole.modelSha256());
    }

    @Test
    void theModelFileHoldsTheEncodingOfTheColumns() throws IOException {
        var result = run(plan("epochs=1", "columns=" + COLUMNS, "model=deep"));
        String head = new String(Files.readAllBytes(result.run().resolve("model.safetensors")), StandardCharsets.UTF_8);
        assertThat(head).contains("\"label\":\"class\"", "\"columns\":\"{x: {kind: numeric, center: ");
        try (var file = WeightFile.open(result.run().resolve("model.safetensors"))) {
            assertThat(file.tensors().keySet()).contains("columns.town.weight", "hidden1.weight", "head.bias");
        }
    }

    @Test
    void mixedPrecisionKeepsCategoryCodesExact() {
        var result = run(plan(
                "precision=bf16",
                "columns={town: {kind: hash, buckets: 100000, dimension: 2}, x: numeric," + " color: vocabulary}"));
        assertThat(result.validation().accuracy()).isGreaterThan(0.85);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "label=clas             | has no column 'clas' for the label; did you mean class?",
                "model=resnet18         | there is no model 'resnet18' for tables",
                "model=wid              | there is no model 'wid' for tables; did you mean wide?",
                "flip=random            | flip is for images, and ",
                "mixup=0.2              | mixup is for images, and ",
                "tta=flip             | tta is for images, and ",
                "precision=bf16-whole   | would round the codes of a table's columns; use bf16 or fp32",
                "columns=numeric        | columns must be a mapping of names to kinds",
                "columns=none.yaml      | cannot read the feature column file none.yaml",
                "batch=401              | has 400 training rows; use batch 400 or less",
                "columns={x: nmeric}    | column x: there is no kind 'nmeric'; did you mean numeric?",
                "columns={x: {kind: label}, class: numeric} | line 9: the label, column x, is empty; fix the row, or"
                        + " skip corrupt rows",
                "model=[{layer: linear, out: 3}] | model model ends with 3 features, but there are 2 classes",
                "model=[{layer: conv2d, out: 3, kernel: 1}] | in is missing, and cannot be inferred from an input of",
            })
    void optionsForImagesAreRefusedForATable(String setting, String sentence) {
        assertThatThrownBy(() -> run(plan(setting.strip())))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "label=x      | label is for tables and lists of images, and fashion-mnist-mini is neither; remove"
                        + " label",
                "hidden=8     | hidden is for tables",
                "model=deep   | model deep is for tables; for images choose one of",
            })
    void optionsForTablesAreRefusedForImages(String setting, String sentence) {
        assertThatThrownBy(() -> run(Plan.DEFAULTS
                        .with("runs", folder.toString())
                        .with(setting.strip().split("=", 2)[0], setting.strip().split("=", 2)[1])))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void anErrorInTheColumnsFileNamesItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("columns.yaml"), "x: numeric\ncolor: {kind: hash, bukets: 3}\n");
        assertThatThrownBy(() -> run(plan("columns=" + file)))
                .hasMessageContaining("columns.yaml, line 2: column color: the key 'buckets' is missing");
    }

    @Test
    void theExampleIsAsAccurateAsItsPageSays() {
        var plan = PlanFile.read(Path.of("../examples/tabular.yaml"), Plan.DEFAULTS)
                .with("data", "../examples/apples.csv")
                .with("runs", folder.toString());
        assertThat(run(plan).validation().accuracy()).isGreaterThan(0.8);
    }
}
