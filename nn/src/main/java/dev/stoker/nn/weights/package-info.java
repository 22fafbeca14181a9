/**
 * Reads and writes files of weights (safetensors, torch.save) and transfers them into a model; it trusts nothing that
 * a file claims and executes nothing that it holds.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.nn.weights;

import org.jspecify.annotations.NullMarked;
