/**
 * Trains a model: the loop with its phases, settings, progress and observers. It never touches where the data comes
 * from or how a run is stored: batches come from TrainingData, state goes to checkpoints.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train;

import org.jspecify.annotations.NullMarked;
