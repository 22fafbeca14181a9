package dev.stoker.job.plan;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a run is called and keeps. */
@OptionGroup("Run")
public record RunOptions(
        @Description("where all randomness starts") @Default("1")
        long seed,

        @Description("the run's name, part of its folder's name") @Default("train")
        String name,

        @Description("the folder that run folders are made in") @Default("runs")
        String runs,

        @Description("steps between lines in metrics.jsonl") @Default("20")
        int logEvery,

        @Description("steps between checkpoints, besides the one after each epoch") @Default("200")
        int checkpointEvery,

        @Description("how many checkpoints to keep, besides the best model") @Default("2")
        int keepCheckpoints,

        @Description("steps FROM:TO to record a trace of, without the last, such as 20:40; `stoker trace` shows it")
        @Default("")
        String profile) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public RunOptions {
        KeyCheck.that("name", NAME.matcher(name).matches(), "letters, digits, dots, dashes and underscores", name);
        KeyCheck.that("log-every", logEvery >= 1, "at least 1", logEvery);
        KeyCheck.that("checkpoint-every", checkpointEvery >= 1, "at least 1", checkpointEvery);
        KeyCheck.that("keep-checkpoints", keepCheckpoints >= 1, "at least 1", keepCheckpoints);
        ProfiledSteps.parse(profile);
    }

    /** Steps that a trace is recorded of; empty for none. */
    public Optional<ProfiledSteps> profiled() {
        return ProfiledSteps.parse(profile);
    }
}
