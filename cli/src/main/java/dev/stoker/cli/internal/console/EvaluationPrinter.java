package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.core.SignificantDigits;
import dev.stoker.core.Task;
import dev.stoker.job.predict.ModelEvaluation;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import dev.stoker.train.evaluation.RegressionMetrics;
import java.util.LinkedHashMap;

/** Prints the evaluation of a model: figures, then a line per class, then the confusion matrix where it is asked for. */
public final class EvaluationPrinter {
    private static final int MOST_CLASSES = 100;
    private static final int NAME = 24;
    private static final int CLASSES_WITH_TOP5 = 5;

    private final ConsoleWriter console;
    private final boolean confusion;

    public EvaluationPrinter(OutputOptions output, boolean confusion) {
        console = new ConsoleWriter(output);
        this.confusion = confusion;
    }

    /** What a person should know; on standard error where standard output is JSON. */
    public void note(String text) {
        console.print(text);
    }

    public void print(ModelEvaluation result) {
        if (console.wantsJson()) {
            var fields = new LinkedHashMap<>(result.fields());
            if (confusion) {
                fields.put("confusion", result.confusion());
            }
            console.json(fields);
            return;
        }
        var evaluation = result.evaluation();
        line(evaluation.task().metric(), evaluation.task().text(evaluation.metric()));
        evaluation.multiLabel().ifPresent(this::printMeans);
        evaluation.regression().ifPresent(this::printErrors);
        if (evaluation.task() == Task.CLASSIFICATION && result.classes().size() > CLASSES_WITH_TOP5) {
            line("top-5 accuracy", "%.2f %%".formatted(100 * evaluation.top5Accuracy()));
        }
        line("loss", "%.4f".formatted(evaluation.loss()));
        line("images", "%,d of %s: %s".formatted(evaluation.images(), result.data(), result.split()));
        if (evaluation.corrupt().count() > 0) {
            line(
                    "corrupt",
                    evaluation.corrupt() + ": "
                            + String.join("; ", evaluation.corrupt().named()));
        }
        line("throughput", "%,.0f images/s".formatted(evaluation.images() / result.seconds()));
        line("weights", "%s (%s)".formatted(result.weights(), result.model()));
        evaluation.confusion().ifPresent(matrix -> printClasses(result, matrix));
        evaluation.multiLabel().ifPresent(metrics -> printLabels(result, metrics));
        evaluation.regression().ifPresent(metrics -> printTargets(result, metrics));
    }

    private void printErrors(RegressionMetrics metrics) {
        line("MAE", SignificantDigits.of(metrics.meanAbsoluteError()));
        line("R²", "%.4f".formatted(metrics.determination()));
    }

    private void printTargets(ModelEvaluation result, RegressionMetrics metrics) {
        console.print("");
        console.print("  %-24s %10s %10s %10s %10s".formatted("target", "RMSE", "MAE", "R²", "deviation"));
        for (int target = 0; target < metrics.perTarget().size(); target++) {
            var score = metrics.perTarget().get(target);
            console.print("  %-24s %10s %10s %10.4f %10s"
                    .formatted(
                            name(result, target),
                            SignificantDigits.of(score.rootMeanSquaredError()),
                            SignificantDigits.of(score.meanAbsoluteError()),
                            score.determination(),
                            SignificantDigits.of(score.standardDeviation())));
        }
    }

    private void printMeans(MultiLabelMetrics metrics) {
        line("micro F1", "%.2f %%".formatted(100 * metrics.microF1()));
        line("macro F1", "%.2f %%".formatted(100 * metrics.macroF1()));
        line("exact match", "%.2f %%".formatted(100 * metrics.exactMatch()));
    }

    private void printLabels(ModelEvaluation result, MultiLabelMetrics metrics) {
        if (metrics.perClass().size() > MOST_CLASSES) {
            return;
        }
        console.print("");
        console.print("  %-24s %8s %8s %10s %8s %8s".formatted("class", "images", "AP", "precision", "recall", "F1"));
        metrics.perClass()
                .forEach(score -> console.print("  %-24s %,8d %6.1f %% %8.1f %% %6.1f %% %6.1f %%"
                        .formatted(
                                name(result, score.label()),
                                score.images(),
                                100 * score.averagePrecision(),
                                100 * score.precision(),
                                100 * score.recall(),
                                100 * score.f1())));
    }

    private void line(String title, String value) {
        console.print("  %-16s %s".formatted(title, value));
    }

    private void printClasses(ModelEvaluation result, ConfusionMatrix matrix) {
        if (matrix.classes() <= MOST_CLASSES) {
            console.print("");
            console.print("  %-24s %8s %10s %8s %8s".formatted("class", "images", "precision", "recall", "F1"));
            matrix.perClass()
                    .forEach(score -> printClass(
                            name(result, score.label()),
                            score.images(),
                            score.precision(),
                            score.recall(),
                            score.f1()));
            var mean = matrix.macroAverages();
            printClass("macro average", result.evaluation().images(), mean.precision(), mean.recall(), mean.f1());
        }
        if (confusion) {
            console.print("");
            ConfusionMatrixTable.lines(
                            result.evaluation(), result.classes(), "; --json --confusion has all", console.columns())
                    .forEach(console::print);
        }
    }

    private void printClass(String name, long images, double precision, double recall, double f1) {
        console.print("  %-24s %,8d %8.1f %% %6.1f %% %6.1f %%"
                .formatted(name, images, 100 * precision, 100 * recall, 100 * f1));
    }

    private static String name(ModelEvaluation result, int label) {
        String name = PrintableText.of(result.classes().get(label)); // before it is cut to its column
        return name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
    }
}
