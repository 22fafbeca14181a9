/**
 * Options as components of records: each is a key of a YAML file and a flag, with its type, its default and its
 * description; it does not know what any option does.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.option;

import org.jspecify.annotations.NullMarked;
