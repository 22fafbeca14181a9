/**
 * The run folder and what is written to it: metrics, TensorBoard events, the confusion matrix and the trace; it never
 * decides how to train.
 */
@NullMarked
package dev.stoker.job.internal.run;

import org.jspecify.annotations.NullMarked;
