/**
 * ONNX files as values: graphs of nodes over named tensors, and how they are written. It knows nothing of layers, and never
 * reads a file: ONNX Runtime does.
 */
@NullMarked
package dev.stoker.onnx.file;

import org.jspecify.annotations.NullMarked;
