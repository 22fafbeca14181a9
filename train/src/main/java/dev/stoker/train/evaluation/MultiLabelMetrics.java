package dev.stoker.train.evaluation;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of a model whose samples have any number of classes. A class is predicted where its probability is at least a half.
 *
 * @param exactMatch share of samples of which all classes are right
 * @param perClass every class in order
 */
public record MultiLabelMetrics(double exactMatch, List<ClassScore> perClass) {
    public MultiLabelMetrics {
        perClass = List.copyOf(perClass);
    }

    /**
     * One class.
     *
     * @param images that have it
     * @param averagePrecision the mean precision over its images, each at the probability that finds it
     */
    public record ClassScore(int label, long images, long predicted, long correct, double averagePrecision) {
        public double precision() {
            return share(correct, predicted);
        }

        public double recall() {
            return share(correct, images);
        }

        /** The harmonic mean of precision and recall. */
        public double f1() {
            return share(2 * correct, images + predicted);
        }
    }

    /** mAP: the mean of the average precisions of all classes that have images. */
    public double meanAveragePrecision() {
        return mean(ClassScore::averagePrecision);
    }

    /** The mean of the F1 of all classes that have images. */
    public double macroF1() {
        return mean(ClassScore::f1);
    }

    /** F1 of all predictions together. */
    public double microF1() {
        long correct = 0;
        long both = 0;
        for (var score : perClass) {
            correct += score.correct();
            both += score.images() + score.predicted();
        }
        return share(2 * correct, both);
    }

    private double mean(ToDoubleFunction<ClassScore> metric) {
        return perClass.stream()
                .filter(score -> score.images() > 0)
                .mapToDouble(metric)
                .average()
                .orElse(0);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : part / (double) whole;
    }
}
