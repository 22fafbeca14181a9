package dev.stoker.optimize;

import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.optimize.quantize.Calibration;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ranges that values of a graph had on images of the training split. */
record MeasuredRanges(Map<String, ValueRange> ranges, int images) {
    private static final int BATCH = 32;

    static MeasuredRanges of(
            TrainedModel trained, String data, Quantizer quantizer, QuantizeSettings settings, int threads) {
        var calibration = new Calibration();
        var watched = Set.copyOf(quantizer.watched());
        var images = new int[1];
        TemporarySession.with(quantizer.graph().watching(List.copyOf(watched)), threads, session -> {
            trained.forEach(data, EvaluatedPart.TRAIN, BATCH, batch -> {
                int taken = Math.min(batch.size(), settings.images() - images[0]);
                calibration.add(session.run(batch.rows(), taken, watched));
                images[0] += taken;
                return images[0] < settings.images();
            });
            return calibration;
        });
        var ranges = new HashMap<>(calibration.ranges(method(settings.calibration())));
        // A pixel has 256 values, and as many bytes there are: nothing is lost where none is left out.
        ranges.putAll(calibration.ranges(Calibration.Method.MIN_MAX, quantizer.pixels()));
        return new MeasuredRanges(ranges, images[0]);
    }

    private static Calibration.Method method(QuantizeSettings.Ranges ranges) {
        return switch (ranges) {
            case MIN_MAX -> Calibration.Method.MIN_MAX;
            case PERCENTILE -> Calibration.Method.PERCENTILE;
            case ENTROPY -> Calibration.Method.ENTROPY;
        };
    }
}
