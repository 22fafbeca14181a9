/**
 * Knows how a dataset reads its elements: arrays, generators, files, CSV rows, records and examples; it never touches
 * batches.
 */
@NullMarked
package dev.stoker.data.internal.source;

import org.jspecify.annotations.NullMarked;
