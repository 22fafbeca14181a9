/** A read-only web view of runs, live. */
@NullMarked
package dev.stoker.dashboard;

import org.jspecify.annotations.NullMarked;
