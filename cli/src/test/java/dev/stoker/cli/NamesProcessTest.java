package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of classes and files are data: whatever they hold, they change neither files nor the terminal. */
class NamesProcessTest {
    private static final String[] CLASSES = {
        " space ", "\"dog\"", "=1+1", "ant", "bee\nwasp", "cat\u001b[31m", "x\u202ey"
    };
    /** Under which the JVM decodes names as UTF-8, as the launcher sees to it. */
    private static final List<String> UTF_8 = List.of("env", "LC_ALL=C.UTF-8");

    @TempDir
    Path folder;

    private StokerProcess.Ended run(String... arguments) {
        return StokerProcess.start(folder, UTF_8, arguments).ended();
    }

    private static void assertPrintable(String text) {
        assertThat(text).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void classNamesOfAnyKindKeepTheirPlacesInShardsTablesAndTheTerminal() throws IOException {
        SmallImageTree.write(folder.resolve("images"), CLASSES);
        assertThat(run("prepare", "images", "set").exitCode()).isZero();
        assertThat(Files.readAllLines(folder.resolve("set/classes.txt")))
                .containsExactly(
                        "\" space \"",
                        "\"\\\"dog\\\"\"",
                        "=1+1",
                        "ant",
                        "\"bee\\nwasp\"",
                        "\"cat\\u001b[31m\"",
                        "\"x\\u202ey\"");
        var ended = run(
                "train",
                "set",
                "--size",
                "28",
                "--model",
                "cnn",
                "--epochs",
                "1",
                "--batch",
                "8",
                "--confusion",
                "--name",
                "names");
        assertThat(ended.exitCode()).isZero();
        assertPrintable(ended.out());
        assertThat(ended.out().lines()).anyMatch(line -> line.startsWith("bee\\nwasp  "));
        try (var runs = Files.list(folder.resolve("runs"))) {
            var rows = Files.readAllLines(runs.findFirst().orElseThrow().resolve("confusion.csv"));
            assertThat(rows).hasSize(CLASSES.length + 1);
            assertThat(rows.getFirst())
                    .isEqualTo("class,\" space \",\"\"\"dog\"\"\",=1+1,ant,bee\\nwasp,cat\\u001b[31m,x\\u202ey");
        }
    }

    @Test
    void errorsShowControlCharactersOfNamesPlansAndFlagsEscaped() throws IOException {
        Files.writeString(folder.resolve("plan.yaml"), "\"da\\e[31mta\": 3\n");
        var plan = run("train", "--plan", "plan.yaml", "--debug");
        assertPrintable(plan.err());
        assertThat(plan.err()).startsWith("stoker: plan.yaml: there is no plan key 'da\\u001b[31mta'");
        assertThat(plan.err()).contains("\n\tat dev.stoker.");
        var data = run("train", "no\u001b[31mthing\nelse");
        assertThat(data.err()).startsWith("stoker: there is no dataset 'no\\u001b[31mthing\\nelse'");
        assertThat(data.err().lines()).hasSize(1);
    }

    @Test
    void twoClassFoldersWhoseBytesReadAlikeAreNotOneClass() throws Exception {
        SmallImageTree.write(folder.resolve("images"), "ant");
        var made = new ProcessBuilder(
                        "bash", "-c", "cd images/train && mv ant $'b\\xffe' && cp -r $'b\\xffe' $'b\\xfee'")
                .directory(folder.toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        var ended = run("prepare", "images/train", "set");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("images/train has two class folders whose names both read as 'b\ufffde'");
    }
}
