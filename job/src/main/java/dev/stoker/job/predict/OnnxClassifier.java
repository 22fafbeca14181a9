package dev.stoker.job.predict;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.HostBatch;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LogitsEvaluation;
import dev.stoker.train.step.Loss;
import java.lang.foreign.MemorySegment;

/**
 * Classifies by outputs that ONNX Runtime computes, of a file that belongs to somebody else.
 *
 * @param count of the model's outputs
 * @param loss that evaluations report, with the metrics of its task
 */
record OnnxClassifier(TrainedModel.OutputFunction outputs, int count, Loss loss) implements RowClassifier {

    @Override
    public void classify(Classifier.FeedOpener rows, Classifier.LogitsConsumer consumer) {
        try (var feed = rows.apply(BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    if (batch.size() > 0) { // corrupt images may leave none
                        consumer.take(MemorySegment.ofArray(logits(batch)), batch.labels(), batch.size());
                    }
                }
            }
        }
    }

    private float[] logits(HostBatch batch) {
        return outputs.of(batch.rows(), batch.size());
    }

    @Override
    public Evaluation evaluate(Classifier.FeedOpener rows) {
        try (var feed = rows.apply(BatchMemoryAllocator.host());
                var evaluation = new LogitsEvaluation(count, loss)) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    if (batch.size() > 0) {
                        evaluation.add(logits(batch), batch.labels(), batch.size());
                    }
                }
            }
            return evaluation.read(CorruptImages.of(feed));
        }
    }

    @Override
    public void close() {}
}
