/**
 * Uses trained models: {@link dev.stoker.datasets.card.ModelCard} is what a file of weights says of itself, and {@link
 * dev.stoker.job.predict.Predictor} classifies images and evaluates datasets with it; it never trains.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.predict;

import org.jspecify.annotations.NullMarked;
