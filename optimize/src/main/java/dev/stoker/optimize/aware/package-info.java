/** Quantization-aware training: a model that computes as its file in 8-bit integers will, and is trained so. */
@NullMarked
package dev.stoker.optimize.aware;

import org.jspecify.annotations.NullMarked;
