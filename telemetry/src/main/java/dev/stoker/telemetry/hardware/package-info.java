/**
 * Knows the machine: its CPU, the memory this process may use, its NVIDIA GPUs and its host name; it never touches
 * CUDA or libtorch.
 */
@NullMarked
package dev.stoker.telemetry.hardware;

import org.jspecify.annotations.NullMarked;
