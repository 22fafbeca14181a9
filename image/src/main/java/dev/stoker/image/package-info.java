/**
 * Knows pixels: what is done to a picture on the CPU, row by row, before it travels. It never touches files or tensors.
 */
@NullMarked
package dev.stoker.image;

import org.jspecify.annotations.NullMarked;
