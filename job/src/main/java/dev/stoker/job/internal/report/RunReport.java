package dev.stoker.job.internal.report;

import dev.stoker.core.Task;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.evaluation.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Writes the report of a run into its folder: when the run ends, and now and then while it lasts. */
public final class RunReport implements TrainingObserver {
    private static final long SECONDS_BETWEEN = 30;

    /** A page of a long run takes longer to write; no more than this part of the time goes to it. */
    private static final int SHARE_OF_TIME = 300;

    private static final String SHARES =
            "Input: no batch was ready. Copy: a batch was on its way to the device. Checkpoint: the device waited for"
                    + " one. Other: launching steps, reading metrics, warm-up.";

    private final RunFolder run;
    private final Plan plan;
    private final String title;
    private final List<String> classes;
    private Optional<Evaluation> evaluation = Optional.empty();
    private RunSamples samples = RunSamples.NONE;
    private long nextRefresh = System.nanoTime() + nanos(SECONDS_BETWEEN);

    /** {@code data} is the name of the dataset or where it is. */
    public RunReport(RunFolder run, Plan plan, String model, String data, List<String> classes) {
        this.run = run;
        this.plan = plan;
        title = "%s on %s".formatted(model, data.replaceFirst("/+$", "").replaceFirst(".*/", ""));
        this.classes = List.copyOf(classes);
    }

    private static long nanos(long seconds) {
        return seconds * 1_000_000_000;
    }

    /** What the final weights make of the validation or test split. */
    public void evaluated(Evaluation result, RunSamples images) {
        evaluation = Optional.of(result);
        samples = images;
    }

    @Override
    public void epochFinished(EpochReport report) {
        long begin = System.nanoTime();
        if (begin - nextRefresh >= 0) {
            write("running", "");
            long took = System.nanoTime() - begin;
            nextRefresh = System.nanoTime() + Math.max(nanos(SECONDS_BETWEEN), SHARE_OF_TIME * took);
        }
    }

    /** The state and reason are those of the file of the state. */
    public void write(String state, String reason) {
        AtomicFile.write(run.report(), html(state, reason));
    }

    /** A run that is trained does not fail because something in it cannot be drawn. */
    private String html(String state, String reason) {
        String name = Objects.requireNonNull(run.path().getFileName(), "a run has a name")
                .toString();
        String footer = "Stoker report of " + name;
        try {
            return page(name, state, reason).html(title + ", " + name, footer);
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException problem) {
            var page = new ReportPage();
            page.header(title, name, state, "This report could not be drawn: " + problem.getMessage());
            page.endHeader();
            return page.html(title + ", " + name, footer);
        }
    }

    private ReportPage page(String name, String state, String reason) {
        var metrics = RunMetrics.read(run.metrics());
        var epochs = EpochLine.of(metrics);
        var facts = RunFacts.of(metrics, epochs, plan.task());
        var shares = TimeShares.of(metrics, epochs);
        var page = new ReportPage();
        page.header(
                title,
                name,
                state,
                new Verdict(state, reason, plan.training().epochs(), plan.task(), facts, shares).sentence());
        addFigures(page, facts, plan.task());
        addContent(page, metrics, epochs, shares);
        return page;
    }

    private static void addFigures(ReportPage page, RunFacts facts, Task task) {
        facts.accuracy().ifPresent(value -> page.figure("best validation", task.text(value)));
        facts.testAccuracy().ifPresent(value -> page.figure("test", task.text(value)));
        if (facts.imagesPerSecond() > 0) {
            page.figure("images/s", String.format(Locale.ROOT, "%,.0f", facts.imagesPerSecond()));
            page.figure("time", Verdict.duration(facts.seconds()));
        }
        page.figure("epochs", Integer.toString(facts.epochs()));
        page.figure("steps", String.format(Locale.ROOT, "%,d", facts.steps()));
        page.endHeader();
    }

    private void addContent(ReportPage page, RunMetrics metrics, List<EpochLine> epochs, List<Double> shares) {
        var environment = EnvironmentTable.read(run.environment());
        var utilization = Utilization.read(run.utilization());
        var advice =
                new ArrayList<>(Advice.of(metrics, epochs, shares, plan.device().isGpu()));
        var ranks = RankShares.of(metrics);
        ranks.advice().ifPresent(advice::add);
        advice.addAll(utilization.findings());
        page.section("Advice", advice(advice));
        var curves = new LearningCurves(metrics, plan.task());
        var times = new TimeCharts(metrics, epochs);
        page.beginGrid();
        page.drawing(curves.loss(), "");
        page.drawing(curves.metric(), "");
        page.drawing(times.throughput(), "");
        page.drawing(times.breakdown(), SHARES);
        page.drawing(times.overTime(), "");
        page.drawing(ranks.chart(), "");
        page.drawing(utilization.chart(EnvironmentTable.cores(environment)), "");
        page.drawing(curves.learningRate(), "");
        page.endGrid();
        evaluation.flatMap(Evaluation::confusion).ifPresent(matrix -> {
            page.section("Confusion matrix", ConfusionTable.of(matrix, classes));
            page.section("Classes", ClassTable.of(matrix, classes));
        });
        evaluation
                .flatMap(Evaluation::multiLabel)
                .ifPresent(labels -> page.section("Classes", LabelTable.of(labels, classes)));
        evaluation
                .flatMap(Evaluation::regression)
                .ifPresent(targets -> page.section("Targets", LabelTable.of(targets, classes)));
        if (!samples.predictions().isEmpty()) {
            page.section("Sample predictions", PredictionGallery.of(samples.predictions(), classes));
        }
        samples.problem()
                .ifPresent(problem -> page.section(
                        "Sample predictions",
                        new Html()
                                .add("<p class='note'>There are none: %s</p>", problem)
                                .toString()));
        page.section("Plan", PlanTable.of(plan));
        if (!environment.isEmpty()) {
            page.section("Environment", EnvironmentTable.of(environment));
        }
    }

    private static String advice(List<String> sentences) {
        if (sentences.isEmpty()) {
            return "<p class='note'>Nothing stands out in what this run has measured.</p>\n";
        }
        var html = new Html().markup("<ul class='advice'>\n");
        sentences.forEach(sentence -> html.add("<li>%s</li>", sentence));
        return html.markup("</ul>\n").toString();
    }
}
