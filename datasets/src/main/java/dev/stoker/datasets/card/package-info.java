/**
 * {@link dev.stoker.datasets.card.ModelCard}: what the file of a trained model says of itself. It is read without libtorch, so that a
 * model can be served where none is.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.datasets.card;

import org.jspecify.annotations.NullMarked;
