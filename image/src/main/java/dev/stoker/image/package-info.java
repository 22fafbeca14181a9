/**
 * Knows pixels: what encoded pictures say about themselves, how they are decoded, and what a recipe does to them on the
 * CPU on their way into a row of a batch. It never touches files or tensors.
 */
@NullMarked
package dev.stoker.image;

import org.jspecify.annotations.NullMarked;
