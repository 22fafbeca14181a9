/** Computes batch norms, the activations and the poolings after them, forward and backward. */
@NullMarked
package dev.stoker.tensor.internal.norm;

import org.jspecify.annotations.NullMarked;
