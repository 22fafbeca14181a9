/** Knows how curves and lanes become pictures: in a terminal, as PNG, as a page. It does not know what they show. */
@NullMarked
package dev.stoker.telemetry.chart;

import org.jspecify.annotations.NullMarked;
