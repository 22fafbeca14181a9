/**
 * How the learning rate range test runs and how its loss curve is read. For this module only; the caller
 * restores the training state.
 */
@NullMarked
package dev.stoker.train.internal.search;

import org.jspecify.annotations.NullMarked;
