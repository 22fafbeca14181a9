package dev.stoker.bench;

import dev.stoker.job.predict.ImagePaths;
import dev.stoker.job.predict.PredictionThroughput;
import dev.stoker.job.predict.Predictor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Compares predictions with the speed of their input and their forward pass alone, in turn. */
public final class PredictionBenchmark {
    private PredictionBenchmark() {}

    /** Of all images below these paths, or the first {@code most}; figures are medians of the rounds. */
    public static Map<String, Object> run(Predictor predictor, List<Path> paths, int most, int rounds) {
        var all = ImagePaths.of(paths);
        var images = all.subList(0, Math.min(most, all.size()));
        var measured = new ArrayList<PredictionThroughput>();
        for (int round = 0; round < rounds; round++) {
            measured.add(predictor.measure(images));
        }
        var fields = new LinkedHashMap<String, Object>();
        fields.put("model", predictor.card().model());
        fields.put("images", images.size());
        fields.put("rounds", rounds);
        fields.put("input_images_per_second", median(measured, PredictionThroughput::input));
        fields.put("forward_images_per_second", median(measured, PredictionThroughput::forward));
        fields.put("predict_images_per_second", median(measured, PredictionThroughput::predicted));
        fields.put("share_of_slower", median(measured, PredictionThroughput::shareOfSlower));
        return fields;
    }

    private static double median(List<PredictionThroughput> measured, ToDoubleFunction<PredictionThroughput> figure) {
        return Statistics.median(measured.stream().mapToDouble(figure).boxed().toList());
    }
}
