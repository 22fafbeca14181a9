package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands predict and evaluate as processes, with the weights of one small run. */
class PredictProcessTest {
    private static final String NEW_LINE_CLASS = "be\ne";

    @TempDir
    static Path folder;

    private static String trained = "";
    private static Path run = Path.of("");

    @BeforeAll
    static void train() throws IOException {
        SmallImageTree.write(folder.resolve("images"), "ant", NEW_LINE_CLASS);
        var ended = StokerProcess.run(
                folder,
                "train",
                "images/train",
                "--validation",
                "0.4",
                "--size",
                "28",
                "--epochs",
                "2",
                "--batch",
                "4",
                "--threads",
                "1",
                "--json",
                "--quiet");
        assertThat(ended.err()).isEmpty();
        trained = ended.out();
        try (var runs = Files.list(folder.resolve("runs"))) {
            run = folder.relativize(runs.findFirst().orElseThrow());
        }
    }

    private static String field(String json, String name) {
        var matcher = Pattern.compile("\"" + name + "\":\"?([^,\"}]+)").matcher(json);
        assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
        return matcher.group(1);
    }

    private static StokerProcess.Ended run(String... arguments) {
        return StokerProcess.run(folder, arguments);
    }

    @Test
    void evaluatingTheWeightsOfARunGivesItsAccuracy() throws IOException {
        var best = run("evaluate", run.toString(), "images/train", "--json", "--threads", "1", "--quiet");
        assertThat(best.err()).isEmpty();
        assertThat(best.exitCode()).isZero();
        assertThat(best.out()).hasLineCount(1);
        assertThat(field(best.out(), "accuracy")).isEqualTo(field(trained, "best_validation_accuracy"));
        assertThat(field(best.out(), "loss")).isEqualTo(field(trained, "best_validation_loss"));
        Path alone = Files.createDirectories(folder.resolve("alone"));
        Files.copy(folder.resolve(run).resolve("model.safetensors"), alone.resolve("weights.safetensors"));
        var last =
                run("evaluate", "alone/weights.safetensors", "images/train", "--json", "--threads", "1", "--confusion");
        assertThat(field(last.out(), "loss")).isEqualTo(field(trained, "validation_loss"));
        assertThat(last.out()).contains("\"confusion\":[[", "\"split\":\"validation split (40 % of the training split");
        var table = run("evaluate", run.toString(), "images", "--confusion");
        assertThat(table.out())
                .contains("accuracy", "4 of images: validation split", "be\\ne", "precision")
                .contains(run.resolve("best.safetensors") + " (cnn)");
    }

    @Test
    void theAverageOfAFileWithItselfPredictsAsTheFileDoes() {
        String best = run.resolve("best.safetensors").toString();
        var averaged = run("average", best, best, "--out", "mean.safetensors", "--json", "--quiet");
        assertThat(averaged.err()).isEmpty();
        assertThat(averaged.out()).contains("\"averaged\":2");
        var one = run("evaluate", best, "images/train", "--json", "--threads", "1", "--quiet");
        var mean = run("evaluate", "mean.safetensors", "images/train", "--json", "--threads", "1", "--quiet");
        assertThat(field(mean.out(), "loss")).isEqualTo(field(one.out(), "loss"));
        var calibrated =
                run("average", run.toString(), best, "--out", "calibrated.safetensors", "--data", "images/train");
        assertThat(calibrated.exitCode()).isZero();
        assertThat(calibrated.out()).contains("calibrated.safetensors: cnn, the mean of 2 files");
        assertRefused("there is no run", "average", best, "nowhere", "--out", "x.safetensors");
    }

    @Test
    void imagesAreAnsweredInATableInCsvAndInJson() {
        var table = run("predict", run.toString(), "images/val/ant/6.jpg", "images/val");
        assertThat(table.exitCode()).isZero();
        assertThat(table.out().lines()).hasSize(5).allMatch(line -> line.endsWith(" %"));
        assertThat(table.out()).startsWith("images/val/ant/6.jpg");
        assertThat(table.err()).contains("5 images in ");
        var csv = run("predict", run.toString(), "images/val", "--csv", "--top", "2", "--quiet");
        assertThat(csv.err()).isEmpty();
        assertThat(csv.out()).startsWith("image,class,probability,class_2,probability_2,error\n");
        assertThat(csv.out()).contains("\"be\ne\"").contains("\"images/val/be\ne/6.jpg\",");
        var json = run("predict", run.toString(), "images/val", "--json", "--top", "2", "--quiet");
        assertThat(json.out().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("{\"image\":\"images/val/") && line.contains("\"probability\":"));
        assertThat(json.out()).contains("{\"class\":\"be\\ne\",\"probability\":");
    }

    @Test
    void anImageThatCannotBeDecodedIsNamedAndTheOthersAreAnswered() throws IOException {
        Files.writeString(folder.resolve("bad.jpg"), "no image");
        var csv = run(
                "predict",
                run.toString(),
                "images/val/ant/6.jpg",
                "bad.jpg",
                "gone.jpg",
                "images/val/ant/7.jpg",
                "--csv");
        assertThat(csv.exitCode()).isEqualTo(2);
        assertThat(csv.out().lines()).hasSize(5);
        assertThat(csv.out().lines().toList().get(1)).matches("images/val/ant/6.jpg,.*,0\\.[0-9]+,");
        assertThat(csv.out().lines().toList().get(2)).startsWith("bad.jpg,,,");
        assertThat(csv.out().lines().toList().get(3)).startsWith("gone.jpg,,,");
        assertThat(csv.err())
                .contains(
                        "stoker: bad.jpg: ",
                        "stoker: cannot read gone.jpg (",
                        "4 images in ",
                        "; 2 could not be classified");
    }

    @Test
    void pathsMayComeFromStandardInput() {
        var piped = StokerProcess.start(
                        folder,
                        List.of("bash", "-c", "ls images/val/ant/*.jpg | \"$@\"", "bash"),
                        "predict",
                        run.toString(),
                        "-",
                        "--json",
                        "--quiet")
                .ended();
        assertThat(piped.err()).isEmpty();
        assertThat(piped.out().lines()).hasSize(2);
    }

    @Test
    void whatCannotWorkIsSaidInASentence() throws IOException {
        assertRefused("there is no run 'nothing' in ", "predict", "nothing", "images/val");
        assertRefused("images is not a run folder", "predict", "images", "images/val");
        assertRefused(
                "--weights must be best or last, got 'bets'; did you mean best?",
                "predict",
                run.toString(),
                "bad.jpg",
                "--weights",
                "bets");
        assertRefused(
                "--csv and --json exclude each other", "predict", run.toString(), "images/val", "--csv", "--json");
        assertRefused("top must be at least 1, got 0 (--top)", "predict", run.toString(), "images/val", "--top", "0");
        assertRefused(run + " holds no images (bmp, gif, ", "predict", run.toString(), run.toString());
        assertRefused("images/train has no test split", "evaluate", run.toString(), "images/train", "--split", "test");
        SmallImageTree.write(folder.resolve("other"), "ant", "cat");
        assertRefused("other has the class 'cat', which the model in ", "evaluate", run.toString(), "other");
        Files.write(folder.resolve("cut.safetensors"), new byte[] {8, 0, 0, 0, 0, 0, 0, 0, '{', '}'});
        assertRefused("cut.safetensors is not a safetensors file", "predict", "cut.safetensors", "images/val");
    }

    private static void assertRefused(String sentence, String... arguments) {
        var ended = run(arguments);
        assertThat(ended.err()).startsWith("stoker: " + sentence);
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.exitCode()).isEqualTo(2);
    }
}
