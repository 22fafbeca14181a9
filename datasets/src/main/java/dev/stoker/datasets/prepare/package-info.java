/**
 * Knows how a tree of pictures becomes shards: which picture goes where, checking and re-encoding on all cores, and
 * going on after a kill. It never touches training.
 */
@NullMarked
package dev.stoker.datasets.prepare;

import org.jspecify.annotations.NullMarked;
