/**
 * Converts a folder of images into TFRecord shards: splitting, checking and re-encoding on all cores, and resuming
 * after a kill; it never touches training.
 */
@NullMarked
package dev.stoker.datasets.prepare;

import org.jspecify.annotations.NullMarked;
