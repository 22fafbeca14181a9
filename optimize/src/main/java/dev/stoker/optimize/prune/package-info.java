/** Models with fewer weights, as functions from a model with its weights to another. */
@NullMarked
package dev.stoker.optimize.prune;

import org.jspecify.annotations.NullMarked;
