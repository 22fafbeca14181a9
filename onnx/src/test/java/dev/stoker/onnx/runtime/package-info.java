/** Tests of ONNX Runtime as Stoker uses it, on files that Stoker writes. */
@NullMarked
package dev.stoker.onnx.runtime;

import org.jspecify.annotations.NullMarked;
