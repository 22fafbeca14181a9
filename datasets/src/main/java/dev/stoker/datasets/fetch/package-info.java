/**
 * Knows how a set gets from one of its origins into a folder: ask one after the other, unpack, rebuild where that is
 * needed, verify, and put in place whole. It never touches what is done with the set.
 */
@NullMarked
package dev.stoker.datasets.fetch;

import org.jspecify.annotations.NullMarked;
