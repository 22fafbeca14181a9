/**
 * The datasets and models that are available by name, with their size and state, and the download of a dataset; it
 * never trains.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.registry;

import org.jspecify.annotations.NullMarked;
