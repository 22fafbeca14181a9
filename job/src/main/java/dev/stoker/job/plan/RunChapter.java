package dev.stoker.job.plan;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a run is called and keeps. */
@Chapter("Run")
public record RunChapter(
        @Explained("where all randomness starts") @Usually("1")
        long seed,

        @Explained("the run's name, part of its folder's name") @Usually("train")
        String name,

        @Explained("the folder that run folders are made in") @Usually("runs")
        String runs,

        @Explained("steps between lines in metrics.jsonl") @Usually("20")
        int logEvery,

        @Explained("steps between checkpoints, besides the one after each epoch") @Usually("200")
        int checkpointEvery,

        @Explained("how many checkpoints to keep, besides the best model") @Usually("2")
        int keepCheckpoints,

        @Explained("steps FROM:TO to record a trace of, without the last, such as 20:40; `stoker trace` shows it")
        @Usually("")
        String profile) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public RunChapter {
        Check.that("name", NAME.matcher(name).matches(), "letters, digits, dots, dashes and underscores", name);
        Check.that("log-every", logEvery >= 1, "at least 1", logEvery);
        Check.that("checkpoint-every", checkpointEvery >= 1, "at least 1", checkpointEvery);
        Check.that("keep-checkpoints", keepCheckpoints >= 1, "at least 1", keepCheckpoints);
        Profile.parse(profile);
    }

    /** Steps that a trace is recorded of; empty for none. */
    public Optional<Profile> profiled() {
        return Profile.parse(profile);
    }
}
