/**
 * Opens image sets as others have stored them: lists of files, TFRecords with features of any name, WebDataset tars,
 * Parquet files. Each becomes readers of encoded images and the names of the classes.
 */
@NullMarked
package dev.stoker.datasets.internal.source;

import org.jspecify.annotations.NullMarked;
