/**
 * Streams, events, CUDA graphs, pinned host memory, device memory, timing and the settings of a GPU, each with a CPU
 * counterpart where there is one; it never touches models or image formats.
 */
@NullMarked
package dev.stoker.tensor.cuda;

import org.jspecify.annotations.NullMarked;
