/** Computes convolutions of 3×3 by Winograd's algorithm on the CPU, and their gradients. */
@NullMarked
package dev.stoker.tensor.internal.winograd;

import org.jspecify.annotations.NullMarked;
