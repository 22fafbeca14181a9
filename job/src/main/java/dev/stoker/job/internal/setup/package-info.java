/**
 * Turns a plan into the dataset, model, phases, image route, initial weights and trainer settings that it describes;
 * it never writes to the run folder.
 */
@NullMarked
package dev.stoker.job.internal.setup;

import org.jspecify.annotations.NullMarked;
