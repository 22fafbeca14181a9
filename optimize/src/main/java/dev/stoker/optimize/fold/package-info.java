/** Folds batch norm into the layer before it: from a tree with its weights to another tree with its weights. */
@NullMarked
package dev.stoker.optimize.fold;

import org.jspecify.annotations.NullMarked;
