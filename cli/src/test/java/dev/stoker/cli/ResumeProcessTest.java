package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeProcessTest {
    @TempDir
    Path folder;

    /** A run of twelve steps, relative to the folder that processes run in. */
    private Path run() throws IOException {
        var ended = StokerProcess.run(
                folder,
                "train",
                "--model",
                "mlp",
                "--max-steps",
                "12",
                "--log-every",
                "4",
                "--threads",
                "1",
                "--quiet");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        try (var runs = Files.list(folder.resolve("runs"))) {
            return folder.relativize(runs.findFirst().orElseThrow());
        }
    }

    private StokerProcess.Ended resumed(Path run, String... flags) {
        var arguments = new String[flags.length + 3];
        arguments[0] = "train";
        arguments[1] = "--resume";
        arguments[2] = run.toString();
        System.arraycopy(flags, 0, arguments, 3, flags.length);
        return StokerProcess.run(folder, arguments);
    }

    @Test
    void aRunWithoutItsCheckpointsIsRefusedAndStartsAgainWhenAsked() throws IOException {
        var run = run();
        var metrics = folder.resolve(run).resolve("metrics.jsonl");
        String before = Files.readString(metrics);
        try (var checkpoints = Files.list(folder.resolve(run).resolve("checkpoints"))) {
            for (var file : checkpoints.toList()) {
                Files.delete(file);
            }
        }
        var refused = resumed(run);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "stoker: %s has no checkpoint in %s/checkpoints to resume from, but %d lines of metrics up to step 12, the final weights (model.safetensors), the best weights (best.safetensors); put a checkpoint back, or start it again from step 0 with restart, which keeps these files in %s/before-1 (--restart)%n"
                                .formatted(run, run, before.lines().count(), run));
        assertThat(metrics).hasContent(before);
        var restarted = resumed(run, "--restart");
        assertThat(restarted.exitCode()).as(restarted.err()).isZero();
        assertThat(restarted.out())
                .contains("resume     started again from step 0; what it had written is in " + run + "/before-1");
        assertThat(metrics.resolveSibling("before-1").resolve("metrics.jsonl")).hasContent(before);
    }

    /** A cluster starts the same command again, and knows nothing about runs. */
    @Test
    void theSameCommandStartsARunAndContinuesIt() throws IOException {
        String[] command = "train --model mlp --max-steps 4 --threads 1 --name night --continue".split(" ");
        var first = StokerProcess.run(folder, command);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).doesNotContain("resuming");
        var second = StokerProcess.run(folder, command);
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.out()).contains("resuming at epoch 1, batch 5 of");
        try (var runs = Files.list(folder.resolve("runs"))) {
            assertThat(runs).hasSize(1);
        }
    }

    @Test
    void continuingNeedsANameAndNoOtherRun() {
        assertThat(StokerProcess.run(folder, "train", "--continue").err())
                .isEqualTo("stoker: --continue finds the run by its name, and 'train' is the default; choose another"
                        + " (--name)\n");
        assertThat(StokerProcess.run(folder, "train", "--continue", "--resume", "last")
                        .err())
                .isEqualTo("stoker: --continue finds the run by its --name; omit --resume\n");
    }

    @Test
    void anEditedPlanIsRefusedAndShownWhenItIsAccepted() throws IOException {
        var run = run();
        var plan = folder.resolve(run).resolve("plan.yaml");
        Files.writeString(
                plan,
                Files.readString(plan)
                        .replaceAll("(?m)^lr: .*$", "lr: 0.001")
                        .replaceAll("(?m)^max-steps: .*$", "max-steps: 14"));
        var refused = resumed(run);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "stoker: %s was trained with another plan: lr 0.05, now 0.001; restore it, continue with what is there now by accept-changes, or start again with restart (--accept-changes, --restart)%n"
                                .formatted(run));
        var accepted = resumed(run, "--accept-changes");
        assertThat(accepted.exitCode()).as(accepted.err()).isZero();
        assertThat(accepted.out()).contains("resume     accepted: lr 0.05, now 0.001");
    }

    @Test
    void theirFlagsNeedARunToResume() {
        for (String flag : new String[] {"--restart", "--accept-changes"}) {
            var ended = StokerProcess.run(folder, "train", flag);
            assertThat(ended.exitCode()).isEqualTo(2);
            assertThat(ended.err())
                    .isEqualTo("stoker: %s is about a run of before: give it with --resume RUN%n".formatted(flag));
        }
    }

    /** Paths of a plan are relative to it; the plan of a run means the same everywhere. */
    @Test
    void aRunOfAPlanWithRelativePathsIsResumedInAnotherWorkingDirectory() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        SmallImageTree.write(project.resolve("images"), "ant", "bee");
        Files.writeString(
                project.resolve("plan.yaml"), "data: images\nsize: 28\nmodel: cnn\nbatch: 4\nepochs: 1\nname: mine\n");
        var trained = StokerProcess.run(folder, "train", "--plan", "project/plan.yaml", "--quiet");
        assertThat(trained.err()).isEmpty();
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        for (String name : new String[] {"last", "mine"}) {
            var again = StokerProcess.run(elsewhere, "train", "--resume", name, "--runs", "../runs", "--epochs", "2");
            assertThat(again.err()).isEmpty();
            assertThat(again.exitCode()).isZero();
        }
        var unknown = StokerProcess.run(elsewhere, "train", "--resume", "yours", "--runs", "../runs");
        assertThat(unknown.err())
                .startsWith("stoker: there is no run 'yours' in "
                        + folder.toRealPath().resolve("runs") + "; there is 2")
                .endsWith("-mine, and `last` is the newest (--runs)\n");
        assertThat(unknown.exitCode()).isEqualTo(2);
    }
}
