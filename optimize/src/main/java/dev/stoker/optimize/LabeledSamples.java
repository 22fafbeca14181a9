package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.train.evaluation.Evaluation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

    /** Of a file, run by ONNX Runtime: accuracy, or the share that other tasks have in its place. */
    double accuracy(Path file) {
        try (var session = OnnxSession.open(file, threads)) {
            var evaluation = trained.evaluate(
                    data,
                    EvaluatedPart.VALIDATION,
                    BATCH,
                    (batch, size) -> ScaledOutputs.standardized(session.run(batch, size), trained.card()));
            count = Math.toIntExact(evaluation.images());
            return share(evaluation);
        }
    }

    private static double share(Evaluation evaluation) {
        return switch (evaluation.task()) {
            case CLASSIFICATION, MULTI_LABEL -> evaluation.metric();
            case REGRESSION -> evaluation.regression().orElseThrow().determination();
        };
    }
}
