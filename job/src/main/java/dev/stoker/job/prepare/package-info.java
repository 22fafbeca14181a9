/**
 * The job that turns a folder of images into TFRecord shards, its settings and its result; it never trains.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.prepare;

import org.jspecify.annotations.NullMarked;
