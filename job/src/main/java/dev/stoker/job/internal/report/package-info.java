/** The report of a run: one page that shows what was trained, how, and where the time went; it measures nothing itself. */
@NullMarked
package dev.stoker.job.internal.report;

import org.jspecify.annotations.NullMarked;
