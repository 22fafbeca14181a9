package dev.stoker.job.pareto;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.internal.report.ChartPage;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.StoredModelCard;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.chart.ScatterChart;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.train.step.Precision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Models by operations, size, measured speed and, for runs, accuracy, the fastest first. */
public record ParetoReport(String device, int batch, List<ComparedModel> models) {
    private static final double SECONDS = 1;

    public ParetoReport {
        models = List.copyOf(models);
    }

    /** Of runs or, where none are given, of all models that are available by name; {@code progress} gets a line for each. */
    public static ParetoReport of(List<Path> runs, String device, int batch, Consumer<String> progress) {
        if (batch < 1) {
            throw new StokerException("batch must be at least 1, got " + batch).about("batch");
        }
        var chosen = Devices.choose(device);
        var speed = new ForwardSpeed(
                chosen, chosen instanceof Device.Cpu ? Precision.FP32 : Precision.BF16, batch, SECONDS);
        var models = new ArrayList<ComparedModel>();
        for (Path run : runs) {
            var card = StoredModelCard.read(
                    ModelFile.find(run, ModelFile.Choice.BEST).file());
            models.add(compared(
                    String.valueOf(run.getFileName()), StoredModelCard.build(card), speed, accuracy(run), progress));
        }
        if (runs.isEmpty()) {
            ModelZoo.names()
                    .forEach(name -> models.add(
                            compared(name, ModelZoo.withDefaults(name), speed, OptionalDouble.empty(), progress)));
        }
        models.sort((one, other) -> Double.compare(other.imagesPerSecond(), one.imagesPerSecond()));
        return new ParetoReport("%s, %s".formatted(chosen, speed.precision().title()), batch, models);
    }

    private static ComparedModel compared(
            String name, Model model, ForwardSpeed speed, OptionalDouble accuracy, Consumer<String> progress) {
        var summary = ModelSummary.of(model);
        double rate = speed.of(model);
        progress.accept("%s: %,.0f images/s".formatted(name, rate));
        return new ComparedModel(
                name,
                model.input().toString(),
                summary.multiplyAdds(),
                new Bytes(summary.weightBytes()),
                rate,
                accuracy);
    }

    private static OptionalDouble accuracy(Path run) {
        if (!RecordedRun.isRun(run)) {
            return OptionalDouble.empty();
        }
        return RecordedRun.of(run).result().get("best_validation_accuracy") instanceof Number value
                ? OptionalDouble.of(value.doubleValue())
                : OptionalDouble.empty();
    }

    /** Whether no other model is better in accuracy, speed or size without being worse in another of them. */
    public boolean isOnFront(ComparedModel model) {
        return model.accuracy().isPresent() && models.stream().noneMatch(other -> other.dominates(model));
    }

    private boolean hasAccuracy() {
        return models.stream().anyMatch(model -> model.accuracy().isPresent());
    }

    // ---- as a table and as a page

    public List<String> columns() {
        var columns = new ArrayList<>(List.of("name", "input", "GMACs", "size", "images/s"));
        if (hasAccuracy()) {
            columns.addAll(List.of("accuracy", ""));
        }
        return columns;
    }

    public List<List<String>> rows() {
        return models.stream().map(this::row).toList();
    }

    private List<String> row(ComparedModel model) {
        var cells = new ArrayList<>(List.of(
                model.name(),
                model.input(),
                "%.3f".formatted(model.multiplyAdds() / 1e9),
                model.size().toString(),
                "%,.0f".formatted(model.imagesPerSecond())));
        if (hasAccuracy()) {
            cells.add(
                    model.accuracy().isPresent()
                            ? "%.2f %%".formatted(100 * model.accuracy().getAsDouble())
                            : "–");
            cells.add(isOnFront(model) ? "best of its cost" : "");
        }
        return cells;
    }

    /** Writes a page with the table and charts. */
    public void write(Path file) {
        AtomicFile.write(file, new ChartPage("Models on " + device, columns(), rows(), charts()).html());
    }

    private List<ScatterChart> charts() {
        var charts = new ArrayList<ScatterChart>();
        charts.add(chart(
                "Speed and operations",
                models,
                axis("10⁹ multiply-adds per image"),
                axis("images/s"),
                model -> model.multiplyAdds() / 1e9,
                ComparedModel::imagesPerSecond));
        charts.add(chart(
                "Speed and size",
                models,
                axis("MiB of weights in fp32"),
                axis("images/s"),
                model -> model.size().count() / 1048576.0,
                ComparedModel::imagesPerSecond));
        var trained =
                models.stream().filter(model -> model.accuracy().isPresent()).toList();
        if (!trained.isEmpty()) {
            var percent = new ScatterChart.Axis("accuracy in percent", false);
            charts.addFirst(chart(
                    "Accuracy and speed",
                    trained,
                    axis("images/s"),
                    percent,
                    ComparedModel::imagesPerSecond,
                    ParetoReport::percent));
            charts.add(chart(
                    "Accuracy and size",
                    trained,
                    axis("MiB of weights in fp32"),
                    percent,
                    model -> model.size().count() / 1048576.0,
                    ParetoReport::percent));
        }
        return charts;
    }

    private static double percent(ComparedModel model) {
        return 100 * model.accuracy().orElseThrow();
    }

    private static ScatterChart.Axis axis(String title) {
        return new ScatterChart.Axis(title, true);
    }

    private ScatterChart chart(
            String title,
            List<ComparedModel> shown,
            ScatterChart.Axis across,
            ScatterChart.Axis up,
            ToDoubleFunction<ComparedModel> x,
            ToDoubleFunction<ComparedModel> y) {
        var front = new ArrayList<ScatterChart.Point>();
        var others = new ArrayList<ScatterChart.Point>();
        for (var model : shown) {
            (isOnFront(model) ? front : others)
                    .add(new ScatterChart.Point(x.applyAsDouble(model), y.applyAsDouble(model), model.name()));
        }
        var series = new ArrayList<ScatterChart.Series>();
        if (!front.isEmpty()) {
            series.add(new ScatterChart.Series("best of their cost", front));
        }
        if (!others.isEmpty()) {
            series.add(new ScatterChart.Series(front.isEmpty() ? "models" : "others", others));
        }
        return new ScatterChart(title, "batches of %d on %s".formatted(batch, device), across, up, series);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("device", device);
        fields.put("batch", batch);
        fields.put(
                "models",
                models.stream()
                        .map(model -> {
                            var each = model.fields();
                            if (model.accuracy().isPresent()) {
                                each.put("front", isOnFront(model));
                            }
                            return each;
                        })
                        .toList());
        return fields;
    }
}
