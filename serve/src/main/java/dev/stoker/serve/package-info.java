/** Exported models behind HTTP. An optional module; it computes by ONNX Runtime and never loads libtorch. */
@NullMarked
package dev.stoker.serve;

import org.jspecify.annotations.NullMarked;
