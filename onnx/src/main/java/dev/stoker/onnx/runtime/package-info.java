/** Runs ONNX files by ONNX Runtime on the CPU; the only package that knows it. */
@NullMarked
package dev.stoker.onnx.runtime;

import org.jspecify.annotations.NullMarked;
