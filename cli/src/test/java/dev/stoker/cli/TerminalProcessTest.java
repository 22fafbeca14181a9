package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees: script(1) gives each process a terminal, of 80 columns as far as Stoker knows. */
class TerminalProcessTest {
    private static final String IN_TERMINAL = "exec script -qec \"$(printf '%q ' \"$@\")\" /dev/null";

    @TempDir
    Path folder;

    @BeforeAll
    static void scriptIsInstalled() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script(1) is not installed");
    }

    private String shown(List<String> environment, String... arguments) {
        var prefix = new ArrayList<>(List.of("env", "TERM=xterm"));
        prefix.addAll(environment);
        prefix.addAll(List.of("bash", "-c", IN_TERMINAL, "bash"));
        var ended = StokerProcess.start(folder, prefix, arguments).ended();
        assertThat(ended.exitCode()).as(ended.out()).isZero();
        return ended.out();
    }

    private String trained(String... environment) {
        return shown(
                List.of(environment),
                "train",
                "--model",
                "mlp",
                "--epochs",
                "3",
                "--steps-per-epoch",
                "20",
                "--threads",
                "1",
                "--confusion");
    }

    @Test
    void aRunFitsEightyColumnsAndShowsItsDataItsCurvesAndALabeledMatrix() {
        String shown = trained();
        assertThat(Arrays.stream(shown.split("[\r\n]+")).map(line -> line.replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(shown)
                .contains("\u001b[1mmlp on fashion-mnist-mini", "9,000 training, ", "test images, 10 classes")
                .contains("epoch 1/3 ", "━", "evaluating epoch")
                .contains("epochs: ━ training, ┅ validation")
                .contains("true", "predicted", "T-shirt/top", "Trous", "recall", "precision");
    }

    @Test
    void noColorIsObeyed() {
        String shown = trained("NO_COLOR=1");
        assertThat(shown).contains("\u001b[2K").doesNotContainPattern("\u001b\\[[0-9;]*m");
    }
}
