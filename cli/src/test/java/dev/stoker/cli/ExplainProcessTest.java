package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainProcessTest {
    @TempDir
    Path folder;

    @Test
    void theInputChainIsPrintedAndNoRunFolderIsCreated() {
        var explained = StokerProcess.run(folder, "explain", "--device", "cpu", "--shuffle", "window:1000");
        assertThat(explained.err()).isEmpty();
        assertThat(explained.exitCode()).isZero();
        assertThat(explained.out())
                .containsPattern(
                        "dataset +.*: [0-9,]+ training, [0-9,]+ validation and [0-9,]+ test images of \\S+, 10 classes")
                .contains("image route   augmented on the CPU, which is the device")
                .contains("  random transforms, in order\n    1. RandomCrop[padding=")
                .containsPattern(
                        "loader batch 64, 8 epochs +workers write rows into the batch\\n +random transforms differ")
                .contains("└ shuffle window 1000")
                .contains("\nwarning: shuffle window:1000 moves an image only within a window");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void jsonHasTheSame() {
        var json = StokerProcess.run(folder, "explain", "--device", "cpu", "--epochs", "2", "--json");
        assertThat(json.err()).isEmpty();
        assertThat(json.out())
                .hasLineCount(1)
                .contains(
                        "\"image_route\":\"augmented on the CPU, which is the device\"",
                        "\"chain\":[{\"depth\":0,\"step\":\"loader batch 64, 2 epochs\"",
                        "\"warnings\":[]");
    }

    @Test
    void whatTrainRefusesIsOneSentence() {
        var refused = StokerProcess.run(folder, "explain", "--cache", "memory");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo("stoker: cache is for encoded images, and these samples are in memory already; remove cache"
                        + " (--cache)\n");
    }

    @Test
    void theHelpNamesThePipeline() {
        var help = StokerProcess.run(folder, "explain", "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Input pipeline: prints the compiled input chain", "--cache", "--order");
    }
}
