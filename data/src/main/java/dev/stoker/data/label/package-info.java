/**
 * What samples are trained towards where that is not one class each: sets of classes, probabilities of classes, numbers. It never
 * touches the samples.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.label;

import org.jspecify.annotations.NullMarked;
