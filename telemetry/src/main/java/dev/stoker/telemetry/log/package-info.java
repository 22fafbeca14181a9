/**
 * Writes what a run reports: JSON, JSON Lines and TensorBoard event files; reads JSON; it does not know what the values
 * mean.
 */
@NullMarked
package dev.stoker.telemetry.log;

import org.jspecify.annotations.NullMarked;
