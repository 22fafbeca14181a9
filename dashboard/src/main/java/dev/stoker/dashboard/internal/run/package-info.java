/** What the dashboard keeps of runs while it shows them. */
@NullMarked
package dev.stoker.dashboard.internal.run;

import org.jspecify.annotations.NullMarked;
