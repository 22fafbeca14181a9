/** CUDA C of this room: compiled, kept for later processes, loaded and launched. */
@NullMarked
package dev.stoker.tensor.internal.kernel;

import org.jspecify.annotations.NullMarked;
