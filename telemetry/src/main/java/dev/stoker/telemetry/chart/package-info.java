/**
 * Draws line charts and timelines as terminal text and as SVG in one HTML page; it does not know what the lines and
 * bars stand for.
 */
@NullMarked
package dev.stoker.telemetry.chart;

import org.jspecify.annotations.NullMarked;
