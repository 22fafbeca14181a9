/**
 * Records spans of time on lanes from any number of threads, reads and writes them as Chrome trace events, and
 * summarizes them; it does not know what the lanes stand for beyond their display order.
 */
@NullMarked
package dev.stoker.telemetry.trace;

import org.jspecify.annotations.NullMarked;
