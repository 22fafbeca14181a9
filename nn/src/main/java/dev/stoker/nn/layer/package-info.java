/**
 * Layers as records in a tree, the shapes between them, their weights and how these are initialized; it never
 * computes anything.
 */
@NullMarked
package dev.stoker.nn.layer;

import org.jspecify.annotations.NullMarked;
