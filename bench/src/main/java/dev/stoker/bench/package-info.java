/**
 * Knows how to measure: microbenchmarks and whole pipelines, beside what they are compared with. It is never part of a
 * run.
 */
@NullMarked
package dev.stoker.bench;

import org.jspecify.annotations.NullMarked;
