/**
 * Knows the stages in which a plan becomes a run: data, model, batch size, image route, phases, initial weights, learning rate.
 * Each stage takes the results of earlier ones, returns a record and needs no run folder; a later stage never changes an earlier
 * one.
 */
@NullMarked
package dev.stoker.job.setup;

import org.jspecify.annotations.NullMarked;
