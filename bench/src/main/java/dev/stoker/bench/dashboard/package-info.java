/** Measures the dashboard over many runs. */
@NullMarked
package dev.stoker.bench.dashboard;

import org.jspecify.annotations.NullMarked;
