/**
 * Knows where samples come from, in which order, and how workers put them into the rows of batch slots ahead of the
 * device. It never touches pixels or tensors.
 */
@NullMarked
package dev.stoker.data;

import org.jspecify.annotations.NullMarked;
