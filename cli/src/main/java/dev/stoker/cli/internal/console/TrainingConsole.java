package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.core.Task;
import dev.stoker.job.RunResult;
import dev.stoker.job.TrainingJob;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.CorruptImages;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Shows a run: a line that moves on a terminal, a row for each epoch, then a table of the result. */
public final class TrainingConsole implements TrainingObserver, MessageOutput, AutoCloseable {
    private final ConsoleWriter console;
    private final TrainingStatus status;
    private final LearningCurves curves = new LearningCurves();
    private Task task = Task.CLASSIFICATION;
    private EpochTable table = new EpochTable(1, task);
    private int epoch;
    private Supplier<List<String>> warnings = List::of;
    private int warningsShown;
    private int decisionsShown;
    private long skippedShown;
    private long validationSkippedShown;
    private boolean steppingShown;
    private boolean onGpu;

    public TrainingConsole(OutputOptions output) {
        console = new ConsoleWriter(output);
        status = new TrainingStatus(console.columns());
        show("reading the dataset");
    }

    private void show(String what) {
        status.waitsFor(what);
        console.bar().show(status::line);
    }

    /** Shows the search for values that the plan leaves open, in the same place. */
    public TuningConsole tuning() {
        return new TuningConsole(console);
    }

    @Override
    public void print(String text) {
        console.print(text);
    }

    @Override
    public void clear() {
        console.bar().clear();
    }

    public void begin(TrainingJob job) {
        var plan = job.plan();
        task = plan.task();
        console.print(StyledText.of(
                Style.BOLD, "%s on %s".formatted(job.model(), plan.data().data())));
        console.note("data", job.dataNote());
        console.note(
                "run",
                "%s, %s, batch %d, %s → %s"
                        .formatted(
                                plan.device().device(),
                                plan.step().precision().chosen().title(),
                                plan.training().batchSize(),
                                job.strategyTitle(),
                                job.folder()));
        job.strategyNote().ifPresent(note -> console.note("strategy", note));
        job.resumeNotes().forEach(note -> console.note("resume", note));
        job.precisionNote().ifPresent(note -> console.note("precision", note));
        warnings = job::warnings;
        showWarnings();
        job.tuningNotes().forEach(note -> console.note("tuned", note));
        job.tableNotes().forEach(note -> console.note("table", note));
        job.memoryNote().ifPresent(note -> console.note("memory", note));
        job.imageNote().ifPresent(note -> console.note("images", note));
        job.initialWeightsNote().ifPresent(note -> console.note("weights", note));
        job.lossNote().ifPresent(note -> console.note("loss", note));
        job.teacherNote().ifPresent(note -> console.note("teacher", note));
        onGpu = plan.device().isGpu();
        show("starting");
    }

    /** Those that were not shown yet. */
    private void showWarnings() {
        var all = warnings.get();
        all.subList(Math.min(warningsShown, all.size()), all.size()).forEach(console::warn);
        warningsShown = all.size();
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        status.started(from, epochs, task);
        table = new EpochTable(epochs, task);
        epoch = from.epoch();
        if (from.step() > 0) {
            console.print(resumesAt(from, epochs, batches));
        }
    }

    private static String resumesAt(TrainingProgress from, int epochs, int batches) {
        if (from.epoch() >= epochs) {
            return "all %d epochs are done already; give more --epochs to continue".formatted(epochs);
        }
        return from.batch() == batches
                ? "resuming with the evaluation of epoch %d".formatted(from.epoch() + 1)
                : "resuming at epoch %d, batch %d of %d".formatted(from.epoch() + 1, from.batch() + 1, batches);
    }

    @Override
    public void checkpointDamaged(DamagedCheckpoint damaged) {
        console.warn(damaged.sentence());
    }

    @Override
    public void phaseStarted(PhaseReport report) {
        console.note("phase %d/%d".formatted(report.phase() + 1, report.phases()), report.title());
        show("warm-up");
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        console.note(
                "warm-up",
                "%s after %.1f s".formatted(report.captured() ? "CUDA graph captured" : "eager", report.seconds()));
        status.waitsForFirstStep(report.epoch());
    }

    @Override
    public void progressed(ProgressReport report) {
        epoch = report.epoch();
        status.progressed(report);
    }

    @Override
    public void stepped(StepReport report) {
        status.stepped(report);
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        console.note(
                "memory", "step %,d ran out of memory; continuing with %s".formatted(report.step(), remedy(report)));
    }

    private static String remedy(MemoryReport report) {
        String recomputed = report.recomputed() ? "activations of blocks computed again in backward" : "";
        if (report.accumulate() == 1) {
            return recomputed;
        }
        return "%,d micro-batches of %,d images per step%s"
                .formatted(report.accumulate(), report.microBatch(), recomputed.isEmpty() ? "" : ", and " + recomputed);
    }

    @Override
    public void evaluating(int done, OptionalInt batches) {
        status.evaluating(epoch, done, batches);
    }

    @Override
    public void evaluated(EvaluationReport report) {
        table.evaluated(report).forEach(console::print);
        showCorrupt(report.validation().corrupt());
    }

    @Override
    public void epochFinished(EpochReport report) {
        table.finished(report, status.counter(report.epoch())).forEach(console::print);
        curves.add(report);
        if (!steppingShown && !report.stepping().captured()) {
            report.stepping().whyEager().filter(_ -> onGpu).ifPresent(why -> console.note("step", "eager: " + why));
        }
        steppingShown = true;
        showWarnings();
        var decisions = report.input().decisions();
        decisions
                .subList(Math.min(decisionsShown, decisions.size()), decisions.size())
                .forEach(decision -> console.note("input", decision));
        decisionsShown = decisions.size();
        if (report.input().corrupt().count() > skippedShown) {
            skippedShown = report.input().corrupt().count();
            show("input", report.input().corrupt());
        }
        epoch = report.epoch() + 1;
        if (epoch < report.epochs()) {
            status.waitsForFirstStep(epoch);
        } else {
            status.waitsFor("saving the model");
        }
    }

    private void showCorrupt(CorruptImages corrupt) {
        if (corrupt.count() > validationSkippedShown) {
            validationSkippedShown = corrupt.count();
            show("validation", corrupt);
        }
    }

    private void show(String title, CorruptImages corrupt) {
        console.note(title, corrupt.toString());
        corrupt.named().forEach(each -> console.note("", "  " + each));
    }

    public void profiled(String note) {
        console.note("trace", note);
    }

    public void finished(RunResult result, boolean withConfusionMatrix) {
        console.bar().clear();
        if (console.wantsJson()) {
            console.json(result.fields());
            return;
        }
        if (console.isTerminal()) {
            showBlock(curves.lines(console.columns(), task).stream()
                    .map(StyledText::of)
                    .toList());
        }
        if (withConfusionMatrix) {
            showBlock(ConfusionMatrixTable.lines(result, console.columns()));
        }
        showBlock(ResultTable.lines(result));
    }

    private void showBlock(List<StyledText> lines) {
        if (!lines.isEmpty()) {
            console.print("");
            lines.forEach(line -> console.print(line, ResultTable.INDENT));
        }
    }

    /** What a signal is answered with: what is finished before the run stops. */
    public String stopping() {
        return "stopping %s and saving a checkpoint"
                .formatted(status.isEvaluating() ? "this evaluation" : "after this step");
    }

    public void stopped(TrainingJob job) {
        console.bar().clear();
        console.print(remains("stopped", job));
    }

    /** What is left of a run that ended early, by what was done. */
    public static String remains(String done, TrainingJob job) {
        var step = job.checkpointedStep();
        return step.isPresent()
                ? "%s; a checkpoint of step %,d is saved: continue with ./stoker train --resume %s"
                        .formatted(done, step.getAsLong(), job.folder())
                : "%s; no checkpoint was saved yet".formatted(done);
    }

    @Override
    public void close() {
        console.close();
    }
}
