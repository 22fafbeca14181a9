/** Translates a tree of layers and its weights to an ONNX graph: one more reader of the tree. */
@NullMarked
package dev.stoker.optimize.graph;

import org.jspecify.annotations.NullMarked;
