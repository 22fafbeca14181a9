/**
 * Dynamic batching: rows of requests are written into slots of native memory by workers, and slots are run by sessions. It knows nothing of
 * HTTP and nothing of ONNX.
 */
@NullMarked
package dev.stoker.serve.internal.batch;

import org.jspecify.annotations.NullMarked;
