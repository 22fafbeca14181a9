/**
 * Reads and writes a model as a tree of text, layer by layer; it never touches the syntax of YAML or the weights.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.nn.definition;

import org.jspecify.annotations.NullMarked;
