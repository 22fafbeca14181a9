/**
 * Optimizers (SGD, Adam, AdamW, RMSprop, LARS, LAMB, Muon) and rules for parameter groups. It knows parameters,
 * gradients and optimizer state, and never touches the model, the data or the training loop.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.optimizer;

import org.jspecify.annotations.NullMarked;
