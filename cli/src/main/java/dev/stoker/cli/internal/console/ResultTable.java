package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.core.SignificantDigits;
import dev.stoker.core.Task;
import dev.stoker.job.RunResult;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import dev.stoker.train.evaluation.RegressionMetrics;
import java.util.ArrayList;
import java.util.List;

/** The result of a run as a table of two columns. */
final class ResultTable {
    /** Where the second column begins: a checksum of 64 digits fits 80 columns. */
    static final int INDENT = 13;

    private static final int CLASSES_WITH_TOP5 = 5;

    private final List<StyledText> lines = new ArrayList<>();

    private ResultTable() {}

    static List<StyledText> lines(RunResult result) {
        var table = new ResultTable();
        table.addPhases(result);
        table.addMetrics(result);
        table.addTimes(result);
        result.memory().ifPresent(use -> table.add("memory", use.toString()));
        String utilization = result.utilization().toString();
        if (!utilization.isEmpty()) {
            table.add("median use", utilization);
        }
        table.add("model", result.run().resolve("model.safetensors").toString());
        table.add("sha-256", result.modelSha256());
        table.add("run", result.run().toString());
        return table.lines;
    }

    private void addPhases(RunResult result) {
        for (int i = 0; i < result.phases().size(); i++) {
            add(
                    "phase %d".formatted(i + 1),
                    text(result.phases().get(i), result.validation().task()));
        }
    }

    private void addMetrics(RunResult result) {
        var task = result.validation().task();
        add("training", text(result.trainLoss(), task.trainingMetric(), task.text(result.trainAccuracy())));
        boolean top5 = task == Task.CLASSIFICATION && result.classes().size() > CLASSES_WITH_TOP5;
        add("validation", text(result.validation(), top5));
        add("best", best(result));
        result.test().ifPresent(report -> {
            lines.add(title("test").and(Style.BOLD, text(report.best(), top5)).and(" by the best weights"));
            add("", text(report.last(), top5) + " by the last");
        });
    }

    private static String text(Evaluation evaluation, boolean top5) {
        var task = evaluation.task();
        return text(evaluation.loss(), task.metric(), task.text(evaluation.metric()))
                + evaluation.multiLabel().map(ResultTable::f1).orElse("")
                + evaluation.regression().map(ResultTable::errors).orElse("")
                + (top5 ? ", top-5 %s".formatted(Figures.percent(evaluation.top5Accuracy())) : "");
    }

    private static String text(double loss, String metric, String value) {
        return "loss %s, %s %s".formatted(Figures.loss(loss), metric, value);
    }

    private static String errors(RegressionMetrics metrics) {
        return ", MAE %s, R² %.4f"
                .formatted(SignificantDigits.of(metrics.meanAbsoluteError()), metrics.determination());
    }

    private static String f1(MultiLabelMetrics metrics) {
        return ", micro F1 %s, macro F1 %s"
                .formatted(Figures.percent(metrics.microF1()), Figures.percent(metrics.macroF1()));
    }

    private void addTimes(RunResult result) {
        add("throughput", "%,.0f images/s, evaluation included".formatted(result.imagesPerSecond()));
        add("total time", "%.1f s for %s, %,d steps".formatted(result.seconds(), length(result), result.steps()));
        double warmUp = result.elapsedTime().warmUp();
        add(
                "steps",
                "%.2f s of training%s"
                        .formatted(
                                result.elapsedTime().training(),
                                warmUp > 0 ? "; warm-up %.1f s".formatted(warmUp) : ""));
        add("time", TimeShares.text(result.time()));
    }

    private void add(String title, String value) {
        lines.add(title(title).and(value));
    }

    private static StyledText title(String title) {
        return StyledText.of(Style.DIM, "  %-11s".formatted(title));
    }

    private static String text(RunResult.PhaseSummary phase, Task task) {
        var result = phase.result();
        return "%s: %d %s, %.1f s, %,.0f images/s, validation %s %s"
                .formatted(
                        phase.title(),
                        result.epochs(),
                        result.epochs() == 1 ? "epoch" : "epochs",
                        result.seconds(),
                        result.imagesPerSecond(),
                        task.metric(),
                        task.text(result.accuracy()));
    }

    private static String best(RunResult result) {
        return "%s %s at step %,d: %s"
                .formatted(
                        result.validation().task().metric(),
                        result.validation().task().text(result.bestSoFar().bestAccuracy()),
                        result.bestSoFar().bestStep(),
                        result.run().resolve("best.safetensors"));
    }

    private static String length(RunResult result) {
        return switch (result.stopReason()) {
            case ALL_EPOCHS -> "%d epochs".formatted(result.epochs());
            case MAX_STEPS -> "max-steps";
            case MAX_TIME -> "max-time";
            case NO_IMPROVEMENT ->
                "early stopping (%d evaluations without improvement)"
                        .formatted(result.bestSoFar().withoutImprovement());
        };
    }
}
