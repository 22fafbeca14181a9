/**
 * Knows who did what when: spans of time on lanes, collected while they happen, written as Chrome trace events, summed up
 * and drawn. It does not know what the lanes stand for, but for the order that readers of a trace expect.
 */
@NullMarked
package dev.stoker.telemetry.trace;

import org.jspecify.annotations.NullMarked;
