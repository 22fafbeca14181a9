package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.core.Task;
import dev.stoker.train.TimeShare;
import dev.stoker.train.TrainingObserver.EpochReport;
import dev.stoker.train.TrainingObserver.EvaluationReport;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import java.util.ArrayList;
import java.util.List;

/** A row for each epoch and for each evaluation within one, below a heading; at most 80 columns. */
final class EpochTable {
    private final Task task;
    private final int titleWidth;
    private boolean headed;
    private boolean bestShown;

    /** {@code epochs} is the number of epochs of the run. */
    EpochTable(int epochs, Task task) {
        this.task = task;
        titleWidth = "epoch ".length() + 2 * Integer.toString(epochs).length() + 1;
    }

    /** An evaluation, which belongs to a row that follows or is one of its own. */
    List<StyledText> evaluated(EvaluationReport report) {
        bestShown = report.best();
        if (!report.withinEpoch()) {
            return List.of();
        }
        var row = StyledText.of(title("step %,d".formatted(report.step()))).and(" ".repeat(18));
        return withHeading(score(row, report.validation()));
    }

    List<StyledText> finished(EpochReport report, String counter) {
        var row = score(StyledText.of(title("epoch " + counter)), report.training(), Style.PLAIN);
        var withEvaluation = report.validation().map(each -> score(row, each)).orElseGet(() -> row.and(" ".repeat(18)));
        return withHeading(withEvaluation.and("  %8s  %5s %9s"
                .formatted(
                        report.imagesPerSecond() > 0 ? "%,.0f".formatted(report.imagesPerSecond()) : "–",
                        "%.0f %%".formatted(100 * report.time().share(TimeShare.INPUT)),
                        "%.1f s".formatted(report.seconds()))));
    }

    private String title(String text) {
        return ("%-" + Math.max(titleWidth, "step 10,000".length()) + "s").formatted(text);
    }

    /** The best evaluation so far is pointed out. */
    private StyledText score(StyledText row, Evaluation validation) {
        return score(row, validation.score(), bestShown ? Style.GREEN : Style.PLAIN);
    }

    private StyledText score(StyledText row, LossAndAccuracy score, Style style) {
        return row.and(style, "  %7s %8s".formatted(Figures.loss(score.loss()), task.text(score.accuracy())));
    }

    /** The first word of a name fits the column. */
    private static String columns(String metric) {
        return "  %7s %8s".formatted("loss", metric.replaceFirst(" .*", ""));
    }

    private List<StyledText> withHeading(StyledText row) {
        var lines = new ArrayList<StyledText>();
        if (!headed) {
            headed = true;
            lines.add(StyledText.of(Style.DIM, title("") + "  %-16s  %s".formatted("training", "validation")));
            lines.add(StyledText.of(
                    Style.DIM,
                    title("")
                            + columns(task.trainingMetric())
                            + columns(task.metric())
                            + "  %8s  %5s %9s".formatted("images/s", "input", "time")));
        }
        lines.add(row);
        return lines;
    }
}
