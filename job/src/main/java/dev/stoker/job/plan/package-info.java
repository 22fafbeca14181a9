/**
 * The plan of a run: groups of options, each a key of a YAML file and a flag, with its default, its description and
 * its checks; it opens no dataset and builds no model.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.plan;

import org.jspecify.annotations.NullMarked;
