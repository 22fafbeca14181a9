package dev.stoker.cli.internal.console;

import dev.stoker.core.Task;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TrainingObserver.ProgressReport;
import dev.stoker.train.TrainingObserver.StepReport;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.LossAndAccuracy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run does at the moment, as the line that is redrawn. The training thread replaces the activity; the thread that draws
 * reads it.
 */
final class TrainingStatus {
    private static final double NANOS = 1e9;

    /** What the run does. */
    private sealed interface Activity {}

    /** Something without a measure, since a time. */
    private record Waiting(String what, long since) implements Activity {}

    private record Training(int epoch, double share, double imagesPerSecond, Duration left, long at)
            implements Activity {}

    private record Evaluating(int epoch, int done, OptionalInt batches, long since) implements Activity {}

    private final int columns;
    private final RemainingTime timeLeft = new RemainingTime();
    private int epochs;
    private volatile Task task = Task.CLASSIFICATION;
    private volatile Activity activity = new Waiting("starting", System.nanoTime());
    private volatile Optional<LossAndAccuracy> score = Optional.empty();
    private volatile Optional<TimeBreakdown> time = Optional.empty();

    TrainingStatus(int columns) {
        this.columns = columns;
    }

    TrainingStatus waitingFor(String what) {
        waitsFor(what);
        return this;
    }

    void waitsFor(String what) {
        activity = new Waiting(what, System.nanoTime());
    }

    void started(TrainingProgress from, int ofEpochs, Task of) {
        task = of;
        epochs = ofEpochs;
        timeLeft.start(from.step());
        waitsForFirstStep(from.epoch());
    }

    void waitsForFirstStep(int epoch) {
        score = Optional.empty();
        waitsFor("epoch %s: first step".formatted(counter(epoch)));
    }

    void progressed(ProgressReport report) {
        report.score().ifPresent(known -> score = Optional.of(known));
        var left = timeLeft.estimate(report.step(), report.steps());
        double share = report.batch() / (double) report.batches();
        activity = new Training(report.epoch(), share, report.imagesPerSecond(), left, System.nanoTime());
    }

    void stepped(StepReport report) {
        score = Optional.of(report.score());
        time = Optional.of(report.time());
    }

    void evaluating(int epoch, int done, OptionalInt batches) {
        long since = activity instanceof Evaluating before ? before.since : System.nanoTime();
        activity = new Evaluating(epoch, done, batches, since);
    }

    boolean isEvaluating() {
        return activity instanceof Evaluating;
    }

    String counter(int epoch) {
        int width = Integer.toString(epochs).length();
        return ("%" + width + "d/%d").formatted(epoch + 1, epochs);
    }

    StyledText line() {
        return switch (activity) {
            case Waiting waiting -> StyledText.of("%s  %.0f s".formatted(waiting.what, since(waiting.since)));
            case Training training -> line(training);
            case Evaluating evaluating -> line(evaluating);
        };
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / NANOS;
    }

    private StyledText line(Training training) {
        var figures = new ArrayList<String>();
        score.ifPresent(known -> figures.add("loss " + Figures.loss(known.loss())));
        score.ifPresent(known -> figures.add(metric(known.accuracy())));
        figures.add("%,.0f/s".formatted(training.imagesPerSecond));
        var passed = Duration.ofNanos(System.nanoTime() - training.at);
        var left = training.left.minus(passed);
        figures.add(RemainingTime.text(left.isNegative() ? Duration.ZERO : left) + " left");
        time.flatMap(TimeShares::largestBesidesCompute).ifPresent(figures::add);
        return ProgressLine.of(columns, "epoch %s ".formatted(counter(training.epoch)), training.share, figures);
    }

    private String metric(double value) {
        return task.hasShares()
                ? "%s %.1f %%".formatted(task.trainingMetric(), 100 * value)
                : "%s %s".formatted(task.trainingMetric(), task.text(value));
    }

    private StyledText line(Evaluating evaluating) {
        String title = evaluating.epoch < epochs
                ? "evaluating epoch %s ".formatted(counter(evaluating.epoch))
                : "evaluating on test data ";
        if (evaluating.batches.isEmpty()) {
            return StyledText.of("%s %,d batches".formatted(title, evaluating.done));
        }
        int all = Math.max(1, evaluating.batches.getAsInt());
        double share = evaluating.done / (double) all;
        var figures = new ArrayList<>(List.of("batch %,d of %,d".formatted(Math.min(all, evaluating.done + 1), all)));
        if (evaluating.done > 0) {
            double left = since(evaluating.since) / evaluating.done * (all - evaluating.done);
            figures.add(RemainingTime.text(Duration.ofMillis((long) (1000 * left))) + " left");
        }
        return ProgressLine.of(columns, title, share, figures);
    }
}
