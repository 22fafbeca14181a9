package dev.stoker.job.tune;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.internal.setup.TrainingSettingsFactory;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.setup.ChosenLoss;
import dev.stoker.job.setup.ChosenTeacher;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.nn.Model;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.telemetry.log.Json;
import dev.stoker.tensor.Device;
import dev.stoker.train.search.BatchSizeFinder;
import dev.stoker.train.search.BatchSizeFinderSettings;
import dev.stoker.train.search.BatchSizeMeasurement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The batch sizes tried for a plan, as a sentence, a chart and JSON. */
public record BatchSizeReport(Plan plan, String device, BatchSizeFinder.Result result) {
    private static final double SECONDS = 0.5;

    /** Some memory is left to other processes. */
    private static final double SHARE_OF_AVAILABLE = 0.8;

    private static final double GIBIBYTE = 1L << 30;

    public static BatchSizeReport of(
            Plan plan, CustomParts parts, Model model, Device device, LabeledDataset set, TuningObserver observer) {
        var any = plan.with(plan.training().withBatch(Auto.of(1)))
                .with(plan.step().withoutAccumulation())
                .with(plan.learningRate().withLr(1));
        var training = TrainingSettingsFactory.of(
                any,
                parts,
                ChosenLoss.unweighted(any, parts).loss(),
                ChosenTeacher.of(any, set).distillation(),
                device);
        var settings = new BatchSizeFinderSettings(
                model,
                training.optimizer(),
                training.step(),
                device,
                plan.training().batchMemory().orElseGet(() -> available(device)),
                PlannedNativeSettings.threads(plan),
                SECONDS);
        int most = Math.max(
                1,
                Math.min(
                        plan.training().batchTo(),
                        set.training().size() / plan.step().accumulate()));
        var result = BatchSizeFinder.run(settings, most, observer::batchSizeTried, observer::stopRequested);
        return new BatchSizeReport(plan, device.toString(), result);
    }

    /** A GPU reports itself when its memory is full. */
    private static Bytes available(Device device) {
        return switch (device) {
            case Device.Cpu _ ->
                new Bytes((long) (SHARE_OF_AVAILABLE * HostMemory.available().count()));
            case Device.Cuda _ -> new Bytes(Long.MAX_VALUE);
        };
    }

    public int suggestion() {
        return result.suggestion();
    }

    public Plan applied(Plan to) {
        return to.with(to.training().withBatch(Auto.of(result.suggestion())));
    }

    /** One line on what was found. */
    public String note() {
        return "%,d at %,.0f images/s, the smallest within 3 %% of the fastest (%,d at %,.0f); %,d is the largest %s"
                .formatted(
                        result.suggestion(),
                        speed(result.suggestion()),
                        result.fastest(),
                        speed(result.fastest()),
                        result.largest(),
                        result.memoryIsTheLimit() ? "that fits" : "allowed, and fits");
    }

    private double speed(int batch) {
        return result.points().stream()
                .filter(point -> point.batch() == batch)
                .mapToDouble(BatchSizeMeasurement::imagesPerSecond)
                .findFirst()
                .orElse(0);
    }

    public Chart chart() {
        var panels = new ArrayList<Chart.Panel>();
        panels.add(panel("images/s", result.points(), BatchSizeMeasurement::imagesPerSecond));
        panels.add(panel(
                device.equals("cpu") ? "estimated memory (GiB)" : "memory (GiB)",
                result.points(),
                point -> point.memory().count() / GIBIBYTE));
        var used = result.points().stream()
                .filter(point -> point.utilization().isPresent())
                .toList();
        if (!used.isEmpty()) {
            var utilization = panel(
                    device.equals("cpu") ? "CPU utilization (%)" : "GPU utilization (%)",
                    used,
                    point -> 100 * point.utilization().orElse(0));
            panels.add(Chart.Panel.percent(utilization.title(), utilization.lines()));
        }
        return new Chart(
                "Batch size search: %s on %s"
                        .formatted(
                                PlanKey.named("model").shown(plan),
                                Path.of(plan.data().data()).getFileName()),
                "%s, %s, %s"
                        .formatted(
                                PlanKey.named("optimizer").text(plan),
                                plan.step().precision().chosen().title(),
                                device),
                "images per step",
                2,
                panels,
                marks());
    }

    private static Chart.Panel panel(
            String title, List<BatchSizeMeasurement> points, ToDoubleFunction<BatchSizeMeasurement> value) {
        var curve = points.stream()
                .map(point -> new Chart.Point(point.batch(), value.applyAsDouble(point)))
                .toList();
        return new Chart.Panel(title, List.of(new Chart.Line(title, curve, false)), OptionalDouble.empty());
    }

    private List<Chart.Mark> marks() {
        var marks = new ArrayList<Chart.Mark>();
        marks.add(new Chart.Mark(result.suggestion(), "suggested %d".formatted(result.suggestion()), true));
        if (result.fastest() != result.suggestion()) {
            marks.add(new Chart.Mark(result.fastest(), "fastest %d".formatted(result.fastest()), false));
        }
        marks.add(new Chart.Mark(result.largest(), "largest %d".formatted(result.largest()), false));
        return marks;
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = TuningFields.of(plan, device);
        fields.put("suggestion", result.suggestion());
        fields.put("fastest", result.fastest());
        fields.put("largest", result.largest());
        fields.put("memory_limited", result.memoryIsTheLimit());
        fields.put(
                "points", result.points().stream().map(BatchSizeReport::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(BatchSizeMeasurement point) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("batch", point.batch());
        fields.put("images_per_second", point.imagesPerSecond());
        fields.put("memory_bytes", point.memory().count());
        point.utilization().ifPresent(share -> fields.put("utilization", share));
        return fields;
    }

    /** Writes batch.json, batch.svg and batch.html into a folder. */
    public void write(Path folder) {
        AtomicFile.write(folder.resolve("batch.json"), Json.write(fields()) + "\n");
        chart().writeSvg(folder.resolve("batch.svg"));
        chart().writeHtml(folder.resolve("batch.html"));
    }
}
