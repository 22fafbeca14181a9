/** A long run under observation: what the process holds, sampled while it trains, and whether any of it grows. */
@NullMarked
package dev.stoker.bench.soak;

import org.jspecify.annotations.NullMarked;
