/** Samples what hardware and processes do: a sampler, a thread that asks it at an interval, statistics and CSV. */
@NullMarked
package dev.stoker.telemetry.monitor;

import org.jspecify.annotations.NullMarked;
