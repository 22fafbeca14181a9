/** Knows how long the kernels of a training step take, and how far that is from what the device could do. */
@NullMarked
package dev.stoker.bench.roofline;

import org.jspecify.annotations.NullMarked;
