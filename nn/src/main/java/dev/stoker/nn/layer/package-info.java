/**
 * Layers as records in a tree, the shapes between them, their weights and how these are initialized; it never
 * computes anything.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.nn.layer;

import org.jspecify.annotations.NullMarked;
