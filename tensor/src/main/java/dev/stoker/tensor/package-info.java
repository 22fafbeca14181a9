/**
 * Tensors, the scopes that own their native memory, devices, automatic mixed precision, neural-network operators,
 * fused optimizer updates and gradients, on libtorch; it never touches models, files or images.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.tensor;

import org.jspecify.annotations.NullMarked;
