package dev.stoker.job.internal.report;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.data.BatchFeed;
import dev.stoker.job.internal.setup.PhaseTrainingData;
import dev.stoker.train.Trainer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lets a trained model classify some validation images, and keeps the most telling ones. */
public final class SamplePredictions {
    /** Of wrong ones, and of right ones. */
    private static final int SHOWN = 12;

    private static final int MOST_IMAGES = 512;
    private static final long MOST_BYTES = 16 << 20;

    private final PhaseTrainingData data;
    private final Shape shape;
    private final int classes;
    private final List<Choice> choices = new ArrayList<>();

    /** What was chosen for the image at a position of the sample. */
    private record Choice(int position, int label, int prediction, double probability) {
        boolean isCorrect() {
            return label == prediction;
        }
    }

    private SamplePredictions(PhaseTrainingData data, Shape shape, int classes) {
        this.data = data;
        this.shape = shape;
        this.classes = classes;
    }

    /** The wrong ones first, those that the model was surest of before others; then right ones, as they come. */
    public static List<SamplePrediction> of(Trainer trainer, PhaseTrainingData data, Shape shape, int classes) {
        var sample = new SamplePredictions(data, shape, classes);
        trainer.classify(memory -> data.someValidation(sample.count(), memory), sample::classified);
        return sample.predictions(sample.chosen());
    }

    /** The first augmented training images. */
    public static List<Thumbnail> augmented(PhaseTrainingData data, int count) {
        var images = new ArrayList<Thumbnail>();
        try (var feed = data.someAugmented(Math.min(count, data.trainingImages()), BatchMemoryAllocator.host())) {
            forEachRow(feed, data.shape(), (_, row) -> images.add(Thumbnail.of(row, data.shape())));
        }
        return images;
    }

    private int count() {
        return Math.clamp(MOST_BYTES / shape.bytes(), 1, MOST_IMAGES);
    }

    private void classified(MemorySegment logits, MemorySegment labels, int size) {
        for (int row = 0; row < size; row++) {
            var scores = logits.asSlice((long) row * classes * Float.BYTES, (long) classes * Float.BYTES)
                    .toArray(ValueLayout.JAVA_FLOAT);
            int best = largest(scores);
            int label = Math.toIntExact(labels.getAtIndex(ValueLayout.JAVA_LONG, row));
            choices.add(new Choice(choices.size(), label, best, probability(scores, best)));
        }
    }

    private static int largest(float[] scores) {
        int best = 0;
        for (int i = 1; i < scores.length; i++) {
            best = scores[i] > scores[best] ? i : best;
        }
        return best;
    }

    /** The softmax of the largest. */
    private static double probability(float[] scores, int best) {
        double sum = 0;
        for (float score : scores) {
            sum += Math.exp(score - scores[best]);
        }
        return 1 / sum;
    }

    private List<Choice> chosen() {
        var wrong = choices.stream()
                .filter(choice -> !choice.isCorrect())
                .sorted(Comparator.comparingDouble(Choice::probability).reversed())
                .limit(SHOWN);
        return Stream.concat(wrong, choices.stream().filter(Choice::isCorrect).limit(SHOWN))
                .toList();
    }

    /** The same sample once more, for its pixels: only those that are shown are kept in memory. */
    private List<SamplePrediction> predictions(List<Choice> chosen) {
        var images = new HashMap<Integer, Thumbnail>();
        var positions = chosen.stream().map(Choice::position).toList();
        try (var feed = data.someValidation(count(), BatchMemoryAllocator.host())) {
            forEachRow(feed, shape, (position, row) -> {
                if (positions.contains(position)) {
                    images.put(position, Thumbnail.of(row, shape));
                }
            });
        }
        return chosen.stream().flatMap(choice -> prediction(choice, images)).toList();
    }

    private static Stream<SamplePrediction> prediction(Choice choice, Map<Integer, Thumbnail> images) {
        var image = images.get(choice.position);
        return image == null
                ? Stream.empty()
                : Stream.of(new SamplePrediction(image, choice.label, choice.prediction, choice.probability));
    }

    private interface RowConsumer {
        void take(int position, MemorySegment row);
    }

    private static void forEachRow(BatchFeed feed, Shape shape, RowConsumer consumer) {
        int position = 0;
        while (feed.hasNext()) {
            try (var batch = feed.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    consumer.take(position++, batch.rows().asSlice((long) row * shape.bytes(), shape.bytes()));
                }
            }
        }
    }
}
