/**
 * Knows the plan of a run, the folder it leaves behind, and how a run is put together from the other rooms. It never
 * touches screens or flags.
 */
@NullMarked
package dev.stoker.job;

import org.jspecify.annotations.NullMarked;
