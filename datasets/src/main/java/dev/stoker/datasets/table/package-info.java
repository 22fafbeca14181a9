/**
 * Reads CSV and TSV tables as datasets: feature columns, the statistics measured for them on the training split, and
 * rows of 32-bit floats; it never touches models.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.datasets.table;

import org.jspecify.annotations.NullMarked;
