/**
 * Knows random seeds, random numbers derived from them, and permutations that are computed in bounded memory; it
 * never touches a clock or hidden state.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.core.random;

import org.jspecify.annotations.NullMarked;
