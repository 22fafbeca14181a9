/**
 * Trained models as ONNX files: exported, folded, quantized, and measured as they will be run. An optional module; it never trains.
 */
@NullMarked
package dev.stoker.optimize;

import org.jspecify.annotations.NullMarked;
