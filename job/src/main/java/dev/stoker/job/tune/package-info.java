/**
 * What the learning rate range test and the batch size search report, as text, JSON and charts, and the observer of
 * their progress; it never starts a run.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.tune;

import org.jspecify.annotations.NullMarked;
