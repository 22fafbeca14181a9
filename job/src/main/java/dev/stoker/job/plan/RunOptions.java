package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.CustomPartNames;
import dev.stoker.job.plan.value.ProfiledSteps;
import java.util.Optional;
import java.util.regex.Pattern;

/** The name and the output of a run. */
@OptionGroup("Run")
public record RunOptions(
        @Description("random seed") @Default("1") long seed,

        @Description("run name, part of the run folder's name") @Default("train")
        String name,

        @Description("output folder, in which run folders are created") @Default("runs")
        String runs,

        @Description("memory limit of the whole process by the kernel's count, such as 2GB, or unlimited, which is the"
                + " container's limit where there is one")
        @Default("unlimited")
        Optional<Bytes> memory,

        @Description("logging interval in steps, for metrics.jsonl") @Default("20")
        int logEvery,

        @Description("checkpoint interval in steps, besides the checkpoint after each epoch") @Default("200")
        int checkpointEvery,

        @Description("checkpoints to keep, besides the best model") @Default("2")
        int keepCheckpoints,

        @Description("profiled steps FROM:TO (TO excluded), such as 20:40; `stoker trace` shows the trace") @Default("")
        Optional<ProfiledSteps> profile,

        @Description("histograms of weights and gradients after each epoch, for TensorBoard") @Default("false")
        boolean histograms,

        @Description(
                "parts given by a program (TrainingJob.builder()), such as dataset:mine,loss; none in any other run")
        @Default("none")
        CustomPartNames customParts)
        implements Options {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public RunOptions {
        KeyCheck.that("name", NAME.matcher(name).matches(), "letters, digits, dots, dashes and underscores", name);
        Plan.refuseEmpty("memory", memory);
        KeyCheck.that("log-every", logEvery >= 1, "at least 1", logEvery);
        KeyCheck.that("checkpoint-every", checkpointEvery >= 1, "at least 1", checkpointEvery);
        KeyCheck.that("keep-checkpoints", keepCheckpoints >= 1, "at least 1", keepCheckpoints);
    }

    public RunOptions withCustomParts(CustomPartNames given) {
        return new RunOptions(
                seed, name, runs, memory, logEvery, checkpointEvery, keepCheckpoints, profile, histograms, given);
    }
}
