package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.job.ChildCommand;
import dev.stoker.job.ChildRun;
import dev.stoker.job.ChildRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildRunProcessTest {
    @TempDir
    private Path folder;

    private ChildCommand training(String... more) {
        var arguments = new ArrayList<>(
                List.of("train", "--model", "mlp", "--threads", "1", "--json", "--quiet", "--runs", folder.toString()));
        arguments.addAll(List.of(more));
        return ChildCommand.of(arguments);
    }

    @Test
    void aTrainingsResultIsItsObject() {
        try (var child = ChildRun.start(training("--max-steps", "3"), _ -> {})) {
            assertThat(child.result()).containsEntry("steps", 3L).containsEntry("model", "mlp");
        }
    }

    @Test
    void whatATrainingRefusesIsTheFailure() {
        try (var child = ChildRun.start(training("--batch", "0"), _ -> {})) {
            assertThatThrownBy(child::result)
                    .isInstanceOf(ChildRunException.class)
                    .hasMessageContaining("exit code 2: batch must be at least 1, or auto, got 0");
        }
    }

    @Test
    void aTrainingThatIsStoppedHasACheckpointAndIgnoresCtrlC() throws IOException, InterruptedException {
        try (var child = ChildRun.start(training("--epochs", "1000"), _ -> {})) {
            Path metrics = firstMetrics();
            new ProcessBuilder("kill", "-INT", Long.toString(child.pid()))
                    .start()
                    .waitFor();
            long before = Files.size(metrics);
            while (Files.size(metrics) == before) {
                assertThat(child.isAlive()).isTrue();
                Thread.sleep(20);
            }
            assertThatThrownBy(() -> child.result(() -> true)).hasMessageEndingWith("was stopped");
            assertThat(metrics.resolveSibling("checkpoints")).isNotEmptyDirectory();
            assertThat(metrics.resolveSibling("state.json")).content().contains("stopped");
        }
    }

    private Path firstMetrics() throws IOException, InterruptedException {
        for (int i = 0; i < 3000; i++) {
            try (var runs = Files.list(folder)) {
                var found = runs.map(run -> run.resolve("metrics.jsonl"))
                        .filter(file -> file.toFile().length() > 0)
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no metrics within a minute");
    }

    /** A program that starts a training as its child and waits for it. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] arguments) {
            var command = ChildCommand.of(
                    "train",
                    "--model",
                    "mlp",
                    "--epochs",
                    "1000",
                    "--threads",
                    "1",
                    "--json",
                    "--quiet",
                    "--runs",
                    ".");
            try (var child = ChildRun.start(command, _ -> {})) {
                System.out.println(child.pid());
                child.result();
            }
        }
    }

    @Test
    void aTrainingEndsWithAParentThatIsKilled() throws Exception {
        var parent = StokerProcess.startMain(Parent.class, folder);
        firstMetrics();
        long pid = Long.parseLong(Files.readString(parent.out()).strip());
        var training = ProcessHandle.of(pid).orElseThrow();
        parent.process().destroyForcibly().waitFor();
        training.onExit().get(20, TimeUnit.SECONDS);
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }
}
