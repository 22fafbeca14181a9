package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.onnx.runtime.OnnxSession;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** The images on which variants are compared: those that the run had for validation. They are decoded anew each time. */
final class LabeledSamples {
    private static final int BATCH = 32;

    private final TrainedModel trained;
    private final String data;
    private final int threads;
    private final MemorySegment rows;
    private int kept;
    private int count;

    LabeledSamples(TrainedModel trained, String data, int threads) {
        this.trained = trained;
        this.data = data;
        this.threads = threads;
        long rowBytes = ExportSamples.rowBytes(trained.card());
        rows = Arena.ofAuto().allocate(BATCH * rowBytes, Float.BYTES);
        trained.forEach(data, EvaluatedPart.VALIDATION, BATCH, batch -> {
            kept = batch.size();
            MemorySegment.copy(batch.rows(), 0, rows, 0, kept * rowBytes);
            return false;
        });
        if (kept == 0) {
            throw new StokerException("%s has no images for validation".formatted(data)).about("data");
        }
    }

    String data() {
        return data;
    }

    /** How many there are, known after an accuracy was measured. */
    int count() {
        return count;
    }

    /** A batch of them, for measurements of speed. */
    MemorySegment rows() {
        return rows;
    }

    int rowCount() {
        return kept;
    }

    /** Of a file, run by ONNX Runtime. */
    double accuracy(Path file) {
        var right = new int[1];
        count = 0;
        try (var session = OnnxSession.open(file, threads)) {
            trained.forEach(data, EvaluatedPart.VALIDATION, BATCH, batch -> {
                float[] logits = session.run(batch.rows(), batch.size());
                int classes = logits.length / batch.size();
                for (int i = 0; i < batch.size(); i++) {
                    long label = batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i);
                    right[0] += largest(logits, i * classes, classes) == label ? 1 : 0;
                }
                count += batch.size();
                return true;
            });
        }
        return (double) right[0] / count;
    }

    private static int largest(float[] values, int from, int count) {
        int best = 0;
        for (int i = 1; i < count; i++) {
            best = values[from + i] > values[from + best] ? i : best;
        }
        return best;
    }
}
