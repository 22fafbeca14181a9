package dev.stoker.train.evaluation;

/** Mean loss and share of right answers. */
public record LossAndAccuracy(double loss, double accuracy) {}
