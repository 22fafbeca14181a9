/**
 * Opens image datasets by name or folder and describes their splits, classes, normalization and augmentation
 * settings; it never touches training.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.datasets;

import org.jspecify.annotations.NullMarked;
