/**
 * How a model is evaluated, with metrics accumulated on the device. For this module only; it never
 * changes weights.
 */
@NullMarked
package dev.stoker.train.internal.evaluation;

import org.jspecify.annotations.NullMarked;
