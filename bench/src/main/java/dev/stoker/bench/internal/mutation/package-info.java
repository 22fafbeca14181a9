/** Damages files on purpose: any bytes, or the fields of one format with its checksums repaired; it never reads the result. */
@NullMarked
package dev.stoker.bench.internal.mutation;

import org.jspecify.annotations.NullMarked;
