package dev.stoker.job.predict;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.HostBatch;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.OnnxModel;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** Classifies by an ONNX file, which belongs to somebody else. */
record OnnxClassifier(OnnxModel file, ModelCard card) implements RowClassifier {
    private static final int MOST_CLASSES_OF_A_MATRIX = 1000;
    private static final int TOP = 5;

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
        return file.logits(batch.rows(), batch.size());
    }

    @Override
    public Evaluation evaluate(Classifier.FeedOpener rows) {
        if (card.task() != Task.CLASSIFICATION) {
            throw new StokerException(
                    "an ONNX file of a %s model predicts, and its %s is not computed; evaluate the weights that it was exported from"
                            .formatted(card.task().title(), card.task().metric()));
        }
        int classes = card.classes().size();
        var sums = new Sums(classes);
        try (var feed = rows.apply(BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    float[] logits = batch.size() > 0 ? logits(batch) : new float[0];
                    for (int i = 0; i < batch.size(); i++) {
                        sums.add(logits, i * classes, (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i));
                    }
                }
            }
            return sums.evaluation(CorruptImages.of(feed));
        }
    }

    /** What an evaluation is made of. */
    private static final class Sums {
        private final int classes;
        private final long[] confusion;
        private double loss;
        private long images;
        private long right;
        private long amongFirst;

        Sums(int classes) {
            this.classes = classes;
            confusion = new long[classes <= MOST_CLASSES_OF_A_MATRIX ? classes * classes : 0];
        }

        void add(float[] logits, int from, int label) {
            int best = 0;
            int larger = 0;
            for (int i = 0; i < classes; i++) {
                best = logits[from + i] > logits[from + best] ? i : best;
                larger += logits[from + i] > logits[from + label] ? 1 : 0;
            }
            double sum = 0;
            for (int i = 0; i < classes; i++) {
                sum += Math.exp((double) logits[from + i] - logits[from + best]);
            }
            images++;
            loss += Math.log(sum) + logits[from + best] - logits[from + label];
            right += best == label ? 1 : 0;
            amongFirst += larger < TOP ? 1 : 0;
            if (confusion.length > 0) {
                confusion[label * classes + best]++;
            }
        }

        Evaluation evaluation(CorruptImages corrupt) {
            double count = Math.max(1, images);
            return new Evaluation(
                    loss / count,
                    right / count,
                    amongFirst / count,
                    images,
                    confusion.length > 0 ? Optional.of(new ConfusionMatrix(classes, confusion)) : Optional.empty(),
                    corrupt);
        }
    }

    @Override
    public void close() {}
}
