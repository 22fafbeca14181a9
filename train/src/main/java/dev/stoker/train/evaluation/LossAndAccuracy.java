package dev.stoker.train.evaluation;

/** Mean loss, and accuracy: the share of correct predictions. */
public record LossAndAccuracy(double loss, double accuracy) {}
