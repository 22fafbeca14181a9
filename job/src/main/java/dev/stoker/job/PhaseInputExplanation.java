package dev.stoker.job;

import dev.stoker.data.explain.PipelineExplanation;
import dev.stoker.job.internal.setup.PhaseTrainingData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The input of one training phase.
 *
 * @param samples that the phase uses, of all training samples
 * @param batch samples of a step
 * @param shape of the samples as the model sees them
 * @param transforms random transforms with their parameters, in order
 * @param pipeline the compiled pipeline of the training batches
 */
public record PhaseInputExplanation(
        String title,
        int epochs,
        int samples,
        int batch,
        int batchesPerEpoch,
        String shape,
        List<String> transforms,
        PipelineExplanation pipeline) {
    public PhaseInputExplanation {
        transforms = List.copyOf(transforms);
    }

    static PhaseInputExplanation of(List<String> titles, int number, PhaseTrainingData data) {
        return new PhaseInputExplanation(
                titles.isEmpty() ? "training" : "phase %d (%s)".formatted(number + 1, titles.get(number)),
                data.epochs(),
                data.trainingImages(),
                data.batch(),
                data.batchesPerEpoch(),
                data.shape().toString(),
                data.transforms(),
                data.loader().explanation());
    }

    String text(String unit) {
        var text = new StringBuilder("%s: %,d epochs of %,d batches of %,d, %,d %s of %s%n"
                .formatted(title, epochs, batchesPerEpoch, batch, samples, unit, shape));
        text.append(transforms.isEmpty() ? "  no random transforms\n" : "  random transforms, in order\n");
        for (int i = 0; i < transforms.size(); i++) {
            text.append("    %d. %s%n".formatted(i + 1, transforms.get(i)));
        }
        return text.append(InputExplanation.chain(pipeline)).toString();
    }

    Map<String, Object> fields(String unit) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("title", title);
        fields.put("epochs", epochs);
        fields.put(unit, samples);
        fields.put("batch", batch);
        fields.put("batches_per_epoch", batchesPerEpoch);
        fields.put("shape", shape);
        fields.put("transforms", transforms);
        fields.put("chain", InputExplanation.chainFields(pipeline));
        return fields;
    }
}
