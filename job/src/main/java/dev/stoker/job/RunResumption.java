package dev.stoker.job;

import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.fingerprint.Differences;
import dev.stoker.job.internal.fingerprint.FingerprintComparison;
import dev.stoker.job.internal.fingerprint.FingerprintFile;
import dev.stoker.job.internal.fingerprint.RunFingerprint;
import dev.stoker.job.internal.run.MetricsLogger;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.internal.run.RunHistory;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TrainingProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a run begins or continues: whether it may, what becomes of files that are there, and what is said about both. The
 * fingerprint of a run is written before its plan, so that every run of this version has one.
 */
final class RunResumption {
    private final RunFolder run;
    private final ResumeOptions options;
    private final Start start;
    private final FingerprintFile recorded;
    private final FingerprintComparison comparison;
    private final List<String> notes = new ArrayList<>();
    private Differences accepted = Differences.NONE;
    private Optional<RunFingerprint> unwritten = Optional.empty();
    private Optional<Path> archive = Optional.empty();

    /** Where the steps of a run begin. */
    private enum Start {
        NEW,
        AT_CHECKPOINT,
        /** No checkpoint was ever written, so steps are repeated. */
        BEFORE_FIRST_CHECKPOINT,
        ASKED_TO_RESTART
    }

    private RunResumption(RunFolder run, ResumeOptions options, Start start, Set<String> freeKeys) {
        this.run = run;
        this.options = options;
        this.start = start;
        recorded = new FingerprintFile(run.fingerprint());
        comparison = new FingerprintComparison(recorded, freeKeys);
    }

    static RunResumption ofNew(RunFolder run) {
        return new RunResumption(run, ResumeOptions.DEFAULTS, Start.NEW, Set.of());
    }

    /** Refuses a run whose checkpoints are gone; {@code freeKeys} of the plan may differ. */
    static RunResumption of(RunFolder run, ResumeOptions options, boolean hasCheckpoint, Set<String> freeKeys) {
        if (options.restart()) {
            return new RunResumption(run, options, Start.ASKED_TO_RESTART, freeKeys);
        }
        if (hasCheckpoint) {
            return new RunResumption(run, options, Start.AT_CHECKPOINT, freeKeys);
        }
        RunHistory.of(run).refuseToLose();
        return new RunResumption(run, options, Start.BEFORE_FIRST_CHECKPOINT, freeKeys);
    }

    /** Whether a checkpoint holds all weights. */
    boolean continues() {
        return start == Start.AT_CHECKPOINT;
    }

    // ---- comparing

    /** Compares the plan in the run's folder, before any key is changed by a flag; from step 0 on anything may be others. */
    void check(Plan saved) {
        if (!continues()) {
            return;
        }
        if (!recorded.exists()) {
            notes.add("data and plan are not compared with those of before: the run has no fingerprint yet");
        } else if (options.acceptChanges() && !recorded.isSound()) {
            accept(new Differences(List.of("the fingerprint of the run is damaged"), List.of(), false));
        } else {
            accept(comparison.plan(saved));
        }
    }

    void check(LabeledDataset dataset) {
        if (continues() && recorded.exists() && (!options.acceptChanges() || recorded.isSound())) {
            accept(comparison.data(dataset));
        }
    }

    private void accept(Differences found) {
        if (!options.acceptChanges()) {
            found.refuse(run.path());
        }
        accepted = accepted.and(found);
    }

    // ---- beginning

    /** Nothing is refused from here on. */
    void begin(Plan settled, LabeledDataset dataset) {
        if (start == Start.ASKED_TO_RESTART) {
            moveFiles("started again from step 0");
        } else if (start == Start.BEFORE_FIRST_CHECKPOINT) {
            startBeforeFirstCheckpoint();
        } else if (start == Start.AT_CHECKPOINT) {
            run.markCheckpointed();
        }
        run.createCheckpoints();
        write(RunFingerprint.of(settled, dataset), settled);
        accepted.all().forEach(change -> notes.add("accepted: " + change));
    }

    private void startBeforeFirstCheckpoint() {
        String why = "starts at step 0: it was stopped before its first checkpoint";
        if (RunHistory.of(run).isWorthKeeping()) {
            moveFiles(why);
        } else {
            notes.add(why);
        }
    }

    private void moveFiles(String why) {
        archive = run.archive();
        notes.add(why + archive.map("; what it had written is in %s"::formatted).orElse(""));
    }

    /** What a person has accepted becomes the fingerprint when a step was trained with it, not before. */
    private void write(RunFingerprint fingerprint, Plan settled) {
        if (!accepted.isEmpty()) {
            unwritten = Optional.of(fingerprint);
        } else if (!continues() || !recorded.exists() || !comparison.isPlan(settled)) {
            recorded.write(fingerprint);
        }
    }

    void log(MetricsLogger log, TrainingProgress from) {
        archive.ifPresent(folder -> log.decided(
                "restart", TrainingProgress.NONE, "before", folder.getFileName().toString()));
        unwritten.ifPresent(_ -> log.decided("accept_changes", from, "changes", accepted.all()));
    }

    /** A step was possible: what was accepted is what the run is trained with from now on. */
    void trained() {
        unwritten.ifPresent(recorded::write);
        unwritten = Optional.empty();
    }

    /** What a person should know about how the run begins, in parts of sentences. */
    List<String> notes() {
        return List.copyOf(notes);
    }
}
