package dev.stoker.cli.internal.console;

import dev.stoker.job.RunResult;
import dev.stoker.job.TrainingJob;
import dev.stoker.telemetry.log.Json;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.Evaluation;
import java.io.PrintStream;

/** Shows a run: a live bar per epoch on a terminal, one plain line per epoch elsewhere, then a table. */
public final class TrainingConsole implements TrainingObserver, AutoCloseable {
    private final OutputOptions output;
    private final PrintStream out;
    private final ProgressBar line;
    private final RemainingTime timeLeft = new RemainingTime();
    private int epochs;
    private int decisionsShown;
    private long skippedShown;
    private boolean steppingShown;
    private boolean onGpu;

    public TrainingConsole(OutputOptions output) {
        this.output = output;
        // With --json, standard output belongs to the one object.
        out = output.json() ? System.err : System.out;
        line = new ProgressBar(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    public void begin(TrainingJob job) {
        var plan = job.plan();
        say("%s on %s, %s, %s, batch %d → %s"
                .formatted(
                        job.model(),
                        plan.data().data(),
                        plan.device().device(),
                        plan.step().precision().title(),
                        plan.training().batchSize(),
                        job.folder()));
        job.tuningNotes().forEach(note -> say("found      " + note));
        job.tableNotes().forEach(note -> say("table      " + note));
        job.imageNote().ifPresent(note -> say("images   " + note));
        job.initialWeightsNote().ifPresent(note -> say("weights    " + note));
        onGpu = plan.device().isGpu();
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        this.epochs = epochs;
        timeLeft.start(from.step());
        if (from.step() > 0) {
            say(
                    from.epoch() >= epochs
                            ? "all %d epochs are done already; give more --epochs to go on".formatted(epochs)
                            : "resuming at epoch %d, batch %d of %d"
                                    .formatted(from.epoch() + 1, from.batch() + 1, batches));
        }
    }

    @Override
    public void phaseStarted(PhaseReport report) {
        say("phase %d/%d  %s".formatted(report.phase() + 1, report.phases(), report.title()));
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        say("ready      %s after %.1f s"
                .formatted(report.captured() ? "the step is captured" : "operator by operator", report.seconds()));
    }

    @Override
    public void stepped(StepReport report) {
        if (!line.isLive()) {
            return;
        }
        double share = report.batch() / (double) report.batches();
        line.show(
                "epoch %s ".formatted(counter(report.epoch())),
                share,
                " loss %.4f  accuracy %s  %,.0f images/s  input %s  %s left"
                        .formatted(
                                report.score().loss(),
                                percent(report.score().accuracy()),
                                report.imagesPerSecond(),
                                share(report.time(), report.time().input()),
                                timeLeft.text(report.step(), report.steps())));
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        line.clear();
        say("memory     step %,d did not fit; from here on %,d parts of %,d images each are added up for a step"
                .formatted(report.step(), report.accumulate(), report.microBatch()));
    }

    @Override
    public void evaluated(EvaluationReport report) {
        if (report.withinEpoch()) {
            line.clear();
            say("step %,d  %s".formatted(report.step(), text(report.test())));
        }
    }

    private static String text(Evaluation test) {
        return "test loss %.4f  test accuracy %s".formatted(test.loss(), percent(test.accuracy()));
    }

    @Override
    public void epochFinished(EpochReport report) {
        line.clear();
        say("epoch %s  loss %.4f  accuracy %s%s  %,.0f images/s  input %s  %.1f s"
                .formatted(
                        counter(report.epoch()),
                        report.training().loss(),
                        percent(report.training().accuracy()),
                        report.test().map(test -> "  " + text(test)).orElse(""),
                        report.imagesPerSecond(),
                        share(report.time(), report.time().input()),
                        report.seconds()));
        if (!steppingShown && !report.stepping().captured()) {
            report.stepping()
                    .whyEager()
                    .filter(_ -> onGpu)
                    .ifPresent(why -> say("step       operator by operator: " + why));
        }
        steppingShown = true;
        var decisions = report.input().decisions();
        decisions
                .subList(Math.min(decisionsShown, decisions.size()), decisions.size())
                .forEach(decision -> say("input      " + decision));
        decisionsShown = decisions.size();
        if (report.input().skipped() > skippedShown) {
            skippedShown = report.input().skipped();
            say("input      %,d damaged images left out so far".formatted(skippedShown));
        }
    }

    private String counter(int epoch) {
        int width = Integer.toString(epochs).length();
        return ("%" + width + "d/%d").formatted(epoch + 1, epochs);
    }

    public void profiled(String note) {
        line.clear();
        say("trace      " + note);
    }

    public void finished(RunResult result, boolean withConfusion) {
        if (output.json()) {
            System.out.println(Json.write(result.fields()));
            return;
        }
        say("");
        if (withConfusion) {
            ConfusionMatrixTable.lines(result).forEach(this::say);
            say("");
        }
        for (int i = 0; i < result.phases().size(); i++) {
            row("phase %d".formatted(i + 1), text(result.phases().get(i)));
        }
        row("test accuracy", percent(result.testAccuracy()));
        if (result.classes().size() > 5) {
            row("among first five", percent(result.test().top5Accuracy()));
        }
        row("best accuracy", best(result));
        row("test loss", "%.4f".formatted(result.testLoss()));
        row("train accuracy", percent(result.trainAccuracy()));
        row("train loss", "%.4f".formatted(result.trainLoss()));
        row("speed", "%,.0f images/s, evaluation included".formatted(result.imagesPerSecond()));
        row("time", "%.1f s for %s, %,d steps".formatted(result.seconds(), length(result), result.steps()));
        if (result.elapsedTime().ready() > 0) {
            row("getting ready", "%.1f s".formatted(result.elapsedTime().ready()));
        }
        row("steps alone", "%.2f s".formatted(result.elapsedTime().training()));
        row("where it went", timeBreakdown(result.time()));
        row("model", result.run().resolve("model.safetensors").toString());
        row("sha-256", result.modelSha256());
        row("run", result.run().toString());
    }

    private static String text(RunResult.PhaseSummary phase) {
        var result = phase.result();
        return "%s: %d %s, %.1f s, %,.0f images/s, test accuracy %s"
                .formatted(
                        phase.title(),
                        result.epochs(),
                        result.epochs() == 1 ? "epoch" : "epochs",
                        result.seconds(),
                        result.imagesPerSecond(),
                        percent(result.accuracy()));
    }

    private static String best(RunResult result) {
        return "%s at step %,d: %s"
                .formatted(
                        percent(result.bestSoFar().bestAccuracy()),
                        result.bestSoFar().bestStep(),
                        result.run().resolve("best.safetensors"));
    }

    private static String length(RunResult result) {
        return switch (result.end()) {
            case ALL_EPOCHS -> "%d epochs".formatted(result.epochs());
            case MAX_STEPS -> "as many steps as allowed";
            case MAX_TIME -> "the time that was allowed";
            case NO_IMPROVEMENT ->
                "as long as it became better (%d evaluations without)"
                        .formatted(result.bestSoFar().withoutImprovement());
        };
    }

    private static String timeBreakdown(TimeBreakdown time) {
        return "input %s, copying %s, computing %s, other %s"
                .formatted(
                        share(time, time.input()),
                        share(time, time.copying()),
                        share(time, time.computing()),
                        share(time, time.other()));
    }

    private static String share(TimeBreakdown time, double part) {
        return "%.0f %%".formatted(100 * time.share(part));
    }

    private static String percent(double share) {
        return "%.2f %%".formatted(100 * share);
    }

    private void row(String title, String value) {
        say("  %-16s %s".formatted(title, value));
    }

    public void stopped(TrainingJob job) {
        line.clear();
        say("stopped; a checkpoint is saved: continue with ./stoker train --resume " + job.folder());
    }

    private void say(String text) {
        if (!output.quiet()) {
            out.println(text);
        }
    }

    @Override
    public void close() {
        line.clear();
    }
}
