package dev.stoker.train;

/** Mean loss and share of right answers. */
public record Score(double loss, double accuracy) {}
