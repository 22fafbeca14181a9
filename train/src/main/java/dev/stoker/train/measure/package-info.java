/**
 * Measures the parts of training on their own: input, copies, steps, and all of them together.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.measure;

import org.jspecify.annotations.NullMarked;
