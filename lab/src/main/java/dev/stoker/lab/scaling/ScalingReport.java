package dev.stoker.lab.scaling;

import dev.stoker.core.Bytes;
import dev.stoker.job.RigFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured beside what the model predicts. The model knows the computing and the exchange of the fewest ranks that send
 * all gradients after backward; how it goes when backward hides some of it, and with more ranks, is its prediction.
 *
 * @param link between ranks; empty where one was measured only
 */
public record ScalingReport(ScalingMeasurement measured, Optional<Calibration> link) {
    /** Where predictions are asked for. */
    private static final List<Integer> DEVICES = List.of(8, 64, 512);

    /** What the model is made of. */
    public record Calibration(StepCost step, Link link) {
        ScalingModel model(Bytes bucket) {
            return new ScalingModel(step, link, bucket);
        }
    }

    /** {@code bytesPerWeight} are sent for each. */
    public static ScalingReport of(ScalingMeasurement measured, List<RigFacts.LayerLoad> layers, int bytesPerWeight) {
        return new ScalingReport(
                measured,
                measured.settings().ranks().stream()
                        .filter(ranks -> ranks > 1)
                        .findFirst()
                        .map(ranks -> calibrated(measured, ranks, layers, bytesPerWeight)));
    }

    private static Calibration calibrated(
            ScalingMeasurement measured, int ranks, List<RigFacts.LayerLoad> layers, int bytesPerWeight) {
        var after = measured.afterBackward(ranks);
        double alone = measured.alone().seconds();
        boolean waited = after.communication() > after.straggler();
        // Ranks of one host may slow each other down, which is no communication.
        double computing = waited ? after.seconds() - after.communication() : alone;
        var step = StepCost.of(computing, after.straggler(), layers, bytesPerWeight);
        return new Calibration(
                step,
                Link.measured(
                        step.bytes(),
                        ranks,
                        measured.exchangeSeconds(ranks),
                        measured.settings().latency()));
    }

    // ---- rows

    /** One number of ranks with one bucket size. */
    private record Row(
            ScalingSample sample,
            Bytes bucket,
            double efficiency,
            double afterBackward,
            double gain,
            double predicted) {
        double error() {
            return predicted / efficiency - 1;
        }

        Map<String, Object> fields() {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("ranks", sample.ranks());
            fields.put("bucket_bytes", bucket.count());
            fields.put("images_per_second", sample.imagesPerSecond());
            fields.put("efficiency", efficiency);
            fields.put("communication_share", sample.communicationShare());
            fields.put("straggler_share", sample.stragglerShare());
            fields.put("after_backward_images_per_second", afterBackward);
            fields.put("overlap_gain", gain);
            fields.put("predicted_efficiency", predicted);
            fields.put("prediction_error", error());
            return fields;
        }

        String line() {
            return "| %d | %s | %,.1f | %.0f %% | %.0f %% | %.0f %% | %,.1f | %.2f | %.0f %% | %+.0f %% |"
                    .formatted(
                            sample.ranks(),
                            bucket,
                            sample.imagesPerSecond(),
                            100 * efficiency,
                            100 * sample.communicationShare(),
                            100 * sample.stragglerShare(),
                            afterBackward,
                            gain,
                            100 * predicted,
                            100 * error());
        }
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        link.ifPresent(calibration -> {
            for (int ranks : measured.settings().ranks()) {
                for (var bucket : ranks > 1 ? measured.settings().buckets() : List.<Bytes>of()) {
                    rows.add(new Row(
                            measured.overlapped(ranks, bucket),
                            bucket,
                            measured.efficiency(ranks, bucket),
                            measured.afterBackward(ranks).imagesPerSecond(),
                            measured.overlapGain(ranks, bucket),
                            efficiency(calibration, bucket, ranks)));
                }
            }
        });
        return rows;
    }

    /** What the model predicts. */
    private double efficiency(Calibration calibration, Bytes bucket, int ranks) {
        return measured.alone().seconds() / calibration.model(bucket).seconds(ranks);
    }

    /** Images per second and efficiency of many devices with the same link. */
    private Map<String, Object> predicted(Calibration calibration, int devices) {
        double efficiency =
                efficiency(calibration, measured.settings().buckets().getFirst(), devices);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("devices", devices);
        fields.put("efficiency", efficiency);
        fields.put("images_per_second", devices * measured.alone().imagesPerSecond() * efficiency);
        return fields;
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("batch", measured.batch());
        fields.put("images_per_second", measured.alone().imagesPerSecond());
        fields.put("ranks", rows().stream().map(Row::fields).toList());
        link.ifPresent(calibration -> {
            fields.put("gradient_bytes", calibration.step.bytes());
            fields.put("bytes_per_second", calibration.link.bandwidth());
            fields.put(
                    "predictions",
                    DEVICES.stream()
                            .map(devices -> predicted(calibration, devices))
                            .toList());
        });
        return fields;
    }

    /** For people, and for a page. */
    public List<String> markdown() {
        var lines = new ArrayList<String>();
        lines.add("One rank: %,.1f images/s, %d images per step in %.1f ms."
                .formatted(
                        measured.alone().imagesPerSecond(),
                        measured.batch(),
                        1e3 * measured.alone().seconds()));
        link.ifPresent(calibration -> addTables(lines, calibration));
        return lines;
    }

    private void addTables(List<String> lines, Calibration calibration) {
        lines.add("");
        lines.add("| ranks | bucket | images/s | efficiency | communication | straggler | after backward | gain |"
                + " predicted efficiency | error |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|");
        rows().forEach(row -> lines.add(row.line()));
        lines.add("");
        lines.add(
                "Gradients of %.1f MB at %.1f MB/s between ranks. Predicted for more devices of this kind, with such links:"
                        .formatted(calibration.step.bytes() * 1e-6, calibration.link.bandwidth() * 1e-6));
        lines.add("");
        lines.add("| devices | images/s | efficiency |");
        lines.add("|---|---|---|");
        for (int devices : DEVICES) {
            double efficiency =
                    efficiency(calibration, measured.settings().buckets().getFirst(), devices);
            lines.add("| %d | %,.0f | %.0f %% |"
                    .formatted(devices, devices * measured.alone().imagesPerSecond() * efficiency, 100 * efficiency));
        }
    }
}
