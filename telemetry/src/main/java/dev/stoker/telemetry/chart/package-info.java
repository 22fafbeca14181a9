/**
 * Draws curves, bars, shares, points and timelines as terminal text and as SVG, in files and pages; it does not know what
 * they stand for.
 */
@NullMarked
package dev.stoker.telemetry.chart;

import org.jspecify.annotations.NullMarked;
