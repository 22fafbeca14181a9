package dev.stoker.job.tune;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.log.Json;
import dev.stoker.tensor.Device;
import dev.stoker.train.Trainer;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A learning rate range test of a plan, as a sentence, a chart and JSON. */
public record LearningRateReport(Plan plan, String device, LearningRateFinderResult test) {

    public static LearningRateReport of(Plan plan, Device device, Trainer trainer, TuningObserver observer) {
        var range = new LearningRateFinderSettings(
                plan.learningRate().lrFrom(),
                plan.learningRate().lrTo(),
                plan.learningRate().lrSteps());
        var test = trainer.rangeTest(
                range, step -> observer.learningRateTried(step, range.steps()), observer::stopRequested);
        return new LearningRateReport(plan, device.toString(), test);
    }

    /** The suggested learning rate, of two digits, since a range test is no more precise; empty where there is none. */
    public OptionalDouble suggestion() {
        return test.verdict() instanceof LearningRateFinderResult.Found found
                ? OptionalDouble.of(rounded(found.suggestion()))
                : OptionalDouble.empty();
    }

    private static double rounded(double rate) {
        return new BigDecimal(rate).round(new MathContext(2)).doubleValue();
    }

    /** Why there is no suggestion; empty where there is one. */
    public Optional<String> noSuggestionReason() {
        return switch (test.verdict()) {
            case LearningRateFinderResult.Found _ -> Optional.empty();
            case LearningRateFinderResult.NeverLearns never ->
                Optional.of(
                        "no learning rate from %s to %s makes the loss fall: it is %.4f at first and %.4f at its lowest; try another range (lr-from, lr-to), or check that the labels match the images"
                                .formatted(
                                        plan.learningRate().lrFrom(),
                                        plan.learningRate().lrTo(),
                                        never.firstLoss(),
                                        never.lowestLoss()));
            case LearningRateFinderResult.DivergesImmediately(double rate) ->
                Optional.of("the loss diverges at a learning rate of %.2g before it has fallen; start below lr-from %s"
                        .formatted(rate, plan.learningRate().lrFrom()));
        };
    }

    /** The plan with the suggested learning rate; fails where there is none. */
    public Plan applied(Plan to) {
        noSuggestionReason().ifPresent(why -> {
            throw new StokerException("lr auto: " + why).about("lr-from", "lr-to");
        });
        return to.with(to.learningRate().withLr(suggestion().orElseThrow()));
    }

    /** One line on what was found. */
    public String note() {
        if (!(test.verdict() instanceof LearningRateFinderResult.Found found)) {
            return noSuggestionReason().orElseThrow();
        }
        return "%s by a range test of %d steps: the loss falls fastest at %.2g and is lowest at %.2g%s"
                .formatted(
                        suggestion().orElseThrow(),
                        test.points().size(),
                        found.steepest(),
                        found.lowest(),
                        found.stillFalling() ? ", where the range ends (try a higher lr-to)" : "");
    }

    /** The curves; empty where there is no step. */
    public Optional<Chart> chart() {
        return test.points().isEmpty() ? Optional.empty() : Optional.of(curves());
    }

    private Chart curves() {
        double steepest = test.points().stream()
                .mapToDouble(LearningRateFinderResult.Point::slope)
                .min()
                .orElseThrow();
        return new Chart(
                "Learning rate range test: %s on %s"
                        .formatted(
                                PlanKey.named("model").shown(plan),
                                Path.of(plan.data().data()).getFileName()),
                "%s, %s, batch %d, %s, seed %d"
                        .formatted(
                                PlanKey.named("optimizer").text(plan),
                                plan.step().precision().chosen().title(),
                                plan.imagesPerStep(),
                                device,
                                plan.run().seed()),
                "learning rate",
                10,
                List.of(
                        new Chart.Panel(
                                "loss, smoothed",
                                List.of(
                                        line("loss of the batch", LearningRateFinderResult.Point::loss, true),
                                        line("smoothed loss", LearningRateFinderResult.Point::smoothed, false)),
                                OptionalDouble.empty()),
                        new Chart.Panel(
                                "slope of the loss per decade of learning rate",
                                List.of(line("slope", LearningRateFinderResult.Point::slope, false)),
                                // The rise at the end would dwarf the descent that matters.
                                steepest < 0 ? OptionalDouble.of(-steepest / 2) : OptionalDouble.empty())),
                marks());
    }

    private Chart.Line line(String title, ToDoubleFunction<LearningRateFinderResult.Point> value, boolean faint) {
        var points = test.points().stream()
                .map(point -> new Chart.Point(point.rate(), value.applyAsDouble(point)))
                .toList();
        return new Chart.Line(title, points, faint);
    }

    private List<Chart.Mark> marks() {
        if (!(test.verdict() instanceof LearningRateFinderResult.Found found)) {
            return List.of();
        }
        return List.of(
                new Chart.Mark(found.steepest(), "steepest %s (suggested)".formatted(rounded(found.steepest())), true),
                mark(found.tenthOfLowest(), "a tenth of the lowest"),
                mark(found.lowest(), "lowest"));
    }

    private static Chart.Mark mark(double rate, String title) {
        return new Chart.Mark(rate, "%s %s".formatted(title, rounded(rate)), false);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = TuningFields.of(plan, device);
        suggestion().ifPresent(rate -> fields.put("suggestion", rate));
        if (test.verdict() instanceof LearningRateFinderResult.Found found) {
            fields.put("steepest", found.steepest());
            fields.put("lowest", found.lowest());
            fields.put("tenth_of_lowest", found.tenthOfLowest());
            fields.put("still_falling", found.stillFalling());
        }
        noSuggestionReason().ifPresent(why -> fields.put("no_suggestion_reason", why));
        fields.put(
                "points", test.points().stream().map(LearningRateReport::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(LearningRateFinderResult.Point point) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("lr", point.rate());
        fields.put("loss", point.loss());
        fields.put("smoothed", point.smoothed());
        fields.put("slope", point.slope());
        return fields;
    }

    /** Writes lr.json, lr.svg and lr.html into a folder. */
    public void write(Path folder) {
        AtomicFile.write(folder.resolve("lr.json"), Json.write(fields()) + "\n");
        chart().ifPresent(chart -> {
            chart.writeSvg(folder.resolve("lr.svg"));
            chart.writeHtml(folder.resolve("lr.html"));
        });
    }
}
