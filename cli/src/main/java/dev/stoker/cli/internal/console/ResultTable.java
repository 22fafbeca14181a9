package dev.stoker.cli.internal.console;

import dev.stoker.job.RunResult;
import dev.stoker.train.TimeBreakdown;
import java.util.ArrayList;
import java.util.List;

/** The result of a run as a table of two columns. */
final class ResultTable {
    private static final int CLASSES_WITH_TOP5 = 5;

    private final List<String> lines = new ArrayList<>();

    private ResultTable() {}

    static List<String> lines(RunResult result) {
        var table = new ResultTable();
        table.addPhases(result);
        table.addMetrics(result);
        table.addTimes(result);
        result.memory().ifPresent(use -> table.add("memory", use.toString()));
        table.add("model", result.run().resolve("model.safetensors").toString());
        table.add("sha-256", result.modelSha256());
        table.add("run", result.run().toString());
        return table.lines;
    }

    private void addPhases(RunResult result) {
        for (int i = 0; i < result.phases().size(); i++) {
            add("phase %d".formatted(i + 1), text(result.phases().get(i)));
        }
    }

    private void addMetrics(RunResult result) {
        result.test().ifPresent(report -> {
            add(
                    "test accuracy",
                    "%s by the best weights, %s by the last"
                            .formatted(
                                    percent(report.best().accuracy()),
                                    percent(report.last().accuracy())));
            add(
                    "test loss",
                    "%.4f by the best weights, %.4f by the last"
                            .formatted(report.best().loss(), report.last().loss()));
        });
        if (result.classes().size() > CLASSES_WITH_TOP5) {
            add("top-5 accuracy", percent(result.evaluation().top5Accuracy()));
        }
        add("best validation", best(result));
        add(
                "last validation",
                "%s, loss %.4f"
                        .formatted(
                                percent(result.validation().accuracy()),
                                result.validation().loss()));
        add("train accuracy", percent(result.trainAccuracy()));
        add("train loss", "%.4f".formatted(result.trainLoss()));
    }

    private void addTimes(RunResult result) {
        add("throughput", "%,.0f images/s, evaluation included".formatted(result.imagesPerSecond()));
        add("total time", "%.1f s for %s, %,d steps".formatted(result.seconds(), length(result), result.steps()));
        if (result.elapsedTime().warmUp() > 0) {
            add("warm-up", "%.1f s".formatted(result.elapsedTime().warmUp()));
        }
        add("training time", "%.2f s".formatted(result.elapsedTime().training()));
        add("time breakdown", text(result.time()));
    }

    private void add(String title, String value) {
        lines.add("  %-16s %s".formatted(title, value));
    }

    private static String text(RunResult.PhaseSummary phase) {
        var result = phase.result();
        return "%s: %d %s, %.1f s, %,.0f images/s, validation accuracy %s"
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
        return switch (result.stopReason()) {
            case ALL_EPOCHS -> "%d epochs".formatted(result.epochs());
            case MAX_STEPS -> "max-steps";
            case MAX_TIME -> "max-time";
            case NO_IMPROVEMENT ->
                "early stopping (%d evaluations without improvement)"
                        .formatted(result.bestSoFar().withoutImprovement());
        };
    }

    private static String text(TimeBreakdown time) {
        return "input %s, copy %s, compute %s, other %s"
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
}
