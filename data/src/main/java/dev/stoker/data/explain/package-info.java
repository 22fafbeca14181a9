/**
 * What an input pipeline does, step by step, in words: what each step means at its place, and warnings.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.explain;

import org.jspecify.annotations.NullMarked;
