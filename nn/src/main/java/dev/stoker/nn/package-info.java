/**
 * A classifier as a value, its named weights, the forward pass, and what a model costs; it never touches how a model
 * is trained or where its data comes from.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.nn;

import org.jspecify.annotations.NullMarked;
