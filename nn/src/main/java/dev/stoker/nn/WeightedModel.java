package dev.stoker.nn;

/** A model with its weights: what folding, pruning and cutting take and return. */
public record WeightedModel(Model model, Weights weights) {}
