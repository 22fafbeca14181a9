/**
 * What a run is asked to be: a plan of chapters, whose keys are read from files and flags, checked, and written down again.
 * Nothing here opens data sets or builds models.
 */
@NullMarked
package dev.stoker.job.plan;

import org.jspecify.annotations.NullMarked;
