/** Tests of exported models: by ONNX Runtime, against Stoker's own forward pass. */
@NullMarked
package dev.stoker.optimize;

import org.jspecify.annotations.NullMarked;
