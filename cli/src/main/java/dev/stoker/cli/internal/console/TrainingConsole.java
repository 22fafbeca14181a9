package dev.stoker.cli.internal.console;

import dev.stoker.job.RunResult;
import dev.stoker.job.TrainingJob;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;

/** Shows a run: a progress bar per epoch on a terminal, one line per epoch elsewhere, then a table of the result. */
public final class TrainingConsole implements TrainingObserver, AutoCloseable {
    private final ConsoleWriter console;
    private final RemainingTime timeLeft = new RemainingTime();
    private int epochs;
    private int decisionsShown;
    private long skippedShown;
    private long validationSkippedShown;
    private boolean steppingShown;
    private boolean onGpu;

    public TrainingConsole(OutputOptions output) {
        console = new ConsoleWriter(output);
    }

    public void begin(TrainingJob job) {
        var plan = job.plan();
        console.print("%s on %s, %s, %s, batch %d → %s"
                .formatted(
                        job.model(),
                        plan.data().data(),
                        plan.device().device(),
                        plan.step().precision().title(),
                        plan.training().batchSize(),
                        job.folder()));
        console.print("data       " + job.dataNote());
        job.resumeNotes().forEach(note -> console.print("resume     " + note));
        job.tuningNotes().forEach(note -> console.print("tuned      " + note));
        job.tableNotes().forEach(note -> console.print("table      " + note));
        job.memoryNote().ifPresent(note -> console.print("memory     " + note));
        job.imageNote().ifPresent(note -> console.print("images     " + note));
        job.initialWeightsNote().ifPresent(note -> console.print("weights    " + note));
        onGpu = plan.device().isGpu();
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        this.epochs = epochs;
        timeLeft.start(from.step());
        if (from.step() > 0) {
            console.print(
                    from.epoch() >= epochs
                            ? "all %d epochs are done already; give more --epochs to continue".formatted(epochs)
                            : "resuming at epoch %d, batch %d of %d"
                                    .formatted(from.epoch() + 1, from.batch() + 1, batches));
        }
    }

    @Override
    public void checkpointDamaged(DamagedCheckpoint damaged) {
        console.warn(damaged.sentence());
    }

    @Override
    public void phaseStarted(PhaseReport report) {
        console.print("phase %d/%d  %s".formatted(report.phase() + 1, report.phases(), report.title()));
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        console.print("warm-up    %s after %.1f s"
                .formatted(report.captured() ? "CUDA graph captured" : "eager", report.seconds()));
    }

    @Override
    public void stepped(StepReport report) {
        if (!console.bar().isLive()) {
            return;
        }
        double share = report.batch() / (double) report.batches();
        console.bar()
                .show(
                        "epoch %s ".formatted(counter(report.epoch())),
                        share,
                        " loss %.4f  accuracy %s  %,.0f images/s  input %s  %s left"
                                .formatted(
                                        report.score().loss(),
                                        percent(report.score().accuracy()),
                                        report.imagesPerSecond(),
                                        inputShare(report.time()),
                                        timeLeft.text(report.step(), report.steps())));
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        console.print("memory     step %,d ran out of memory; continuing with %,d micro-batches of %,d images per step"
                .formatted(report.step(), report.accumulate(), report.microBatch()));
    }

    @Override
    public void evaluated(EvaluationReport report) {
        if (report.withinEpoch()) {
            console.print("step %,d  %s".formatted(report.step(), text(report.validation())));
        }
        showCorrupt(report.validation().corrupt());
    }

    private static String text(Evaluation validation) {
        return "validation loss %.4f  accuracy %s".formatted(validation.loss(), percent(validation.accuracy()));
    }

    @Override
    public void epochFinished(EpochReport report) {
        console.print("epoch %s  loss %.4f  accuracy %s%s  %,.0f images/s  input %s  %.1f s"
                .formatted(
                        counter(report.epoch()),
                        report.training().loss(),
                        percent(report.training().accuracy()),
                        report.validation().map(each -> "  " + text(each)).orElse(""),
                        report.imagesPerSecond(),
                        inputShare(report.time()),
                        report.seconds()));
        if (!steppingShown && !report.stepping().captured()) {
            report.stepping().whyEager().filter(_ -> onGpu).ifPresent(why -> console.print("step       eager: " + why));
        }
        steppingShown = true;
        var decisions = report.input().decisions();
        decisions
                .subList(Math.min(decisionsShown, decisions.size()), decisions.size())
                .forEach(decision -> console.print("input      " + decision));
        decisionsShown = decisions.size();
        if (report.input().corrupt().count() > skippedShown) {
            skippedShown = report.input().corrupt().count();
            show("input      ", report.input().corrupt());
        }
    }

    private void showCorrupt(CorruptImages corrupt) {
        if (corrupt.count() > validationSkippedShown) {
            validationSkippedShown = corrupt.count();
            show("validation ", corrupt);
        }
    }

    private void show(String title, CorruptImages corrupt) {
        console.print("%s%s".formatted(title, corrupt));
        corrupt.named().forEach(each -> console.print("             " + each));
    }

    private String counter(int epoch) {
        int width = Integer.toString(epochs).length();
        return ("%" + width + "d/%d").formatted(epoch + 1, epochs);
    }

    public void profiled(String note) {
        console.print("trace      " + note);
    }

    public void finished(RunResult result, boolean withConfusionMatrix) {
        if (console.wantsJson()) {
            console.json(result.fields());
            return;
        }
        if (withConfusionMatrix) {
            console.print("");
            ConfusionMatrixTable.lines(result).forEach(console::print);
        }
        console.print("");
        ResultTable.lines(result).forEach(console::print);
    }

    private static String inputShare(TimeBreakdown time) {
        return "%.0f %%".formatted(100 * time.share(time.input()));
    }

    private static String percent(double share) {
        return "%.2f %%".formatted(100 * share);
    }

    public void stopped(TrainingJob job) {
        console.print("stopped; a checkpoint is saved: continue with ./stoker train --resume " + job.folder());
    }

    @Override
    public void close() {
        console.bar().clear();
    }
}
