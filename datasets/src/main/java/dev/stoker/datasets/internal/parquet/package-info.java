/** Reads images and labels out of Parquet files, row after row. Nothing outside this package knows the Parquet library. */
@NullMarked
package dev.stoker.datasets.internal.parquet;

import org.jspecify.annotations.NullMarked;
