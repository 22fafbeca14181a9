package dev.stoker.train.step;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Losses of a batch and their gradients by the formulas, in double. */
public final class ReferenceLosses {
    /** The loss of a batch, and its derivative by each logit. */
    public record Result(double loss, double[][] gradient) {}

    /** The loss of one row with weighted targets, and its derivative by each logit. */
    private interface RowFormula {
        double apply(double[] logits, double[] targets, double[] gradient);
    }

    private ReferenceLosses() {}

    /** Σ w[c] t[c] (-log p[c]) of each row. */
    public static Result crossEntropy(double[][] logits, int[] labels, double[] weights, double smoothing) {
        return byClass(logits, labels, weights, smoothing, (row, targets, gradient) -> {
            double[] p = softmax(row);
            double all = Arrays.stream(targets).sum();
            double loss = 0;
            for (int c = 0; c < row.length; c++) {
                loss -= targets[c] * Math.log(p[c]);
                gradient[c] = p[c] * all - targets[c];
            }
            return loss;
        });
    }

    /** Σ w[c] t[c] (1 - p[c])^γ (-log p[c]) of each row. */
    public static Result focal(double[][] logits, int[] labels, double[] weights, double smoothing, double gamma) {
        return byClass(logits, labels, weights, smoothing, (row, targets, gradient) -> {
            double[] p = softmax(row);
            double loss = 0;
            for (int c = 0; c < row.length; c++) {
                double left = 1 - p[c];
                loss -= targets[c] * Math.pow(left, gamma) * Math.log(p[c]);
                double byProbability = targets[c]
                        * (gamma * Math.pow(left, gamma - 1) * Math.log(p[c]) - Math.pow(left, gamma) / p[c]);
                for (int j = 0; j < row.length; j++) {
                    gradient[j] += byProbability * p[c] * ((c == j ? 1 : 0) - p[j]);
                }
            }
            return loss;
        });
    }

    /** Σ -t[c] log σ(x[c]) - (1 - t[c]) log(1 - σ(x[c])) of each row, times the weight of its class. */
    public static Result binaryCrossEntropy(double[][] logits, int[] labels, double[] weights, double smoothing) {
        var ones = new double[weights.length];
        Arrays.fill(ones, 1);
        return sum(logits, labels, weights, (i, gradient) -> {
            double[] targets = targets(labels[i], ones, smoothing);
            double loss = 0;
            for (int c = 0; c < targets.length; c++) {
                double sigmoid = 1 / (1 + Math.exp(-logits[i][c]));
                loss += -targets[c] * Math.log(sigmoid) - (1 - targets[c]) * Math.log(1 - sigmoid);
                gradient[c] = weights[labels[i]] * (sigmoid - targets[c]);
            }
            return weights[labels[i]] * loss;
        });
    }

    private static Result byClass(
            double[][] logits, int[] labels, double[] weights, double smoothing, RowFormula formula) {
        return sum(
                logits,
                labels,
                weights,
                (i, gradient) -> formula.apply(logits[i], targets(labels[i], weights, smoothing), gradient));
    }

    private interface Row {
        double apply(int number, double[] gradient);
    }

    /** Divided by the weights of the rows. */
    private static Result sum(double[][] logits, int[] labels, double[] weights, Row row) {
        double weight =
                Arrays.stream(labels).mapToDouble(label -> weights[label]).sum();
        var gradients = new double[logits.length][weights.length];
        double loss = 0;
        for (int i = 0; i < logits.length; i++) {
            loss += row.apply(i, gradients[i]) / weight;
            for (int c = 0; c < weights.length; c++) {
                gradients[i][c] /= weight;
            }
        }
        return new Result(loss, gradients);
    }

    private static double[] targets(int label, double[] weights, double smoothing) {
        return IntStream.range(0, weights.length)
                .mapToDouble(c -> weights[c] * ((c == label ? 1 - smoothing : 0) + smoothing / weights.length))
                .toArray();
    }

    private static double[] softmax(double[] logits) {
        double sum = Arrays.stream(logits).map(Math::exp).sum();
        return Arrays.stream(logits).map(logit -> Math.exp(logit) / sum).toArray();
    }
}
