package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training, evaluation and predictions of images with any number of labels, as processes. */
class MultiLabelProcessTest {
    @TempDir
    static Path folder;

    private static StokerProcess.Ended trained = new StokerProcess.Ended(0, "", "");

    @BeforeAll
    static void train() throws IOException {
        SmallImageTree.write(folder.resolve("images"), "ant", "bee");
        var list = new StringBuilder("path,label,split\n");
        for (int i = 0; i < 6; i++) {
            list.append("images/train/ant/%d.jpg,%s,%s\n".formatted(i, i == 0 ? "|" : "ant|insect", "train"));
            list.append("images/train/bee/%d.jpg,bee;insect,%s\n".formatted(i, i < 4 ? "train" : "val"));
        }
        Files.writeString(folder.resolve("list.csv"), list.toString());
        trained = run("train", "list.csv", "--multi-label", "--size", "28", "--epochs", "2", "--batch", "4");
    }

    private static StokerProcess.Ended run(String... arguments) {
        return StokerProcess.run(folder, arguments);
    }

    @Test
    void theMetricIsCalledByItsName() {
        assertThat(trained.exitCode()).as(trained.err()).isZero();
        assertThat(trained.out())
                .contains("exact     loss      mAP", "micro F1", "3 classes")
                .doesNotContain("accuracy");
        var evaluated = run("evaluate", "last", "list.csv", "--split", "train");
        assertThat(evaluated.out())
                .contains("  mAP ", "exact match", "  insect ")
                .doesNotContain("accuracy", "top-5");
    }

    @Test
    void runsAreListedWithTheirMetric() {
        assertThat(run("runs").out()).containsPattern("\\d\\.\\d\\d mAP").contains("finished");
        assertThat(run("runs", "--json").out())
                .contains("\"best_validation_map\":")
                .doesNotContain("accuracy");
    }

    @Test
    void allLabelsAboveAThresholdArePrinted() {
        assertThat(run("predict", "last", "images/train/ant/1.jpg", "--threshold", "0", "--quiet")
                        .out())
                .contains("ant ", "bee ", "insect ");
        assertThat(run("predict", "last", "images/train/ant/1.jpg", "--threshold", "1", "--quiet")
                        .out())
                .contains("no label");
        assertThat(run("predict", "last", "images/train/ant/1.jpg", "--threshold", "0", "--csv", "--quiet")
                        .out())
                .startsWith("image,labels,probabilities,error\nimages/train/ant/1.jpg,")
                .containsPattern(",[a-z]+\\|[a-z]+\\|[a-z]+,");
    }

    @Test
    void whatIsForOneLabelIsRefused() {
        var top = run("predict", "last", "images/train/ant/1.jpg", "--top", "2");
        assertThat(top.exitCode()).isEqualTo(2);
        assertThat(top.err()).contains("top has no use for a multi-label model");
        var several = run("train", "list.csv");
        assertThat(several.exitCode()).isEqualTo(2);
        assertThat(several.err()).contains("is several labels", "train on all of them with multi-label");
    }
}
