package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training, evaluation and predictions of numbers, as processes. */
class RegressionProcessTest {
    @TempDir
    static Path folder;

    private static StokerProcess.Ended trained = new StokerProcess.Ended(0, "", "");

    @BeforeAll
    static void train() throws IOException {
        SmallImageTree.write(folder.resolve("images"), "ant", "bee");
        var list = new StringBuilder("path,wings,legs,split\n");
        for (int i = 0; i < 6; i++) {
            list.append("images/train/ant/%d.jpg,%d,%s,train\n".formatted(i, i, 4 + i / 10.0));
            list.append(
                    "images/train/bee/%d.jpg,%d,%s,%s\n".formatted(i, 100 - i, 6 + i / 10.0, i < 4 ? "train" : "val"));
        }
        Files.writeString(folder.resolve("list.csv"), list.toString());
        trained = run(
                "train",
                "list.csv",
                "--task",
                "regression",
                "--label",
                "legs,wings",
                "--size",
                "28",
                "--epochs",
                "3",
                "--batch",
                "4",
                "--lr",
                "0.002");
    }

    private static StokerProcess.Ended run(String... arguments) {
        return StokerProcess.run(folder, arguments);
    }

    @Test
    void theMetricsAreCalledByTheirNames() {
        assertThat(trained.exitCode()).as(trained.err()).isZero();
        assertThat(trained.out())
                .contains("loss      MAE     loss     RMSE", "targets legs, wings", ", R² ")
                .doesNotContain("accuracy");
        var evaluated = run("evaluate", "last", "list.csv", "--split", "train");
        assertThat(evaluated.out())
                .contains("  RMSE ", "  MAE ", "  R² ", "  legs ", "  wings ", "deviation")
                .doesNotContain("accuracy", "top-5");
        assertThat(run("evaluate", "last", "list.csv", "--json").out())
                .contains("\"rmse\":", "\"mae\":", "\"r2\":", "\"target\":\"legs\"", "\"target\":\"wings\"");
    }

    @Test
    void numbersArePredicted() {
        var file = "images/train/ant/1.jpg";
        assertThat(run("predict", "last", file, "--quiet").out())
                .containsPattern("ant/1.jpg +legs +-?[0-9.]+ +wings +-?[0-9.]+\n");
        assertThat(run("predict", "last", file, "--quiet", "--csv").out())
                .containsPattern("^image,legs,wings,error\nimages/train/ant/1.jpg,-?[0-9.E-]+,-?[0-9.E-]+,\n");
        assertThat(run("predict", "last", file, "--quiet", "--json").out())
                .containsPattern("\"values\":\\{\"legs\":-?[0-9.E-]+,\"wings\":");
    }

    @Test
    void whatIsForClassesIsRefused() {
        var top = run("predict", "last", "images/train/ant/1.jpg", "--top", "2");
        assertThat(top.exitCode()).isEqualTo(2);
        assertThat(top.err()).contains("top has no use for a regression model");
        var smoothed = run("train", "list.csv", "--task", "regression", "--label", "legs", "--label-smoothing", "0.1");
        assertThat(smoothed.exitCode()).isEqualTo(2);
        assertThat(smoothed.err()).contains("remove label-smoothing (--label-smoothing)");
    }
}
