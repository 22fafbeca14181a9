/** Averages of weights over the last part of a run, and the batch norm statistics that belong to them. */
@NullMarked
package dev.stoker.train.internal.averaging;

import org.jspecify.annotations.NullMarked;
