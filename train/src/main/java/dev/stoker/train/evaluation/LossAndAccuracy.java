package dev.stoker.train.evaluation;

/** Mean loss, and accuracy: the share of correct predictions, or the metric that a task has in its place. */
public record LossAndAccuracy(double loss, double accuracy) {}
