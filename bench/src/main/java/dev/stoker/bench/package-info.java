/**
 * Benchmarks of the input pipeline, the training step and the overhead of both, with the baselines they are compared
 * to; it never writes a run.
 */
@NullMarked
package dev.stoker.bench;

import org.jspecify.annotations.NullMarked;
