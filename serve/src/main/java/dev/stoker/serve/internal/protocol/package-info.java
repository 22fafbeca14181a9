/**
 * What requests and answers look like as bytes: the Open Inference Protocol with its extension for binary tensors, and forms with files. It
 * opens no connection and computes nothing.
 */
@NullMarked
package dev.stoker.serve.internal.protocol;

import org.jspecify.annotations.NullMarked;
