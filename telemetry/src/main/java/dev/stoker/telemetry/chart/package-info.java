/** Knows how curves become pictures: in a terminal, as PNG, as a page. It does not know what they are curves of. */
@NullMarked
package dev.stoker.telemetry.chart;

import org.jspecify.annotations.NullMarked;
