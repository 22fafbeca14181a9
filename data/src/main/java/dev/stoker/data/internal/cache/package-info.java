/**
 * Knows where computed elements are stored by index, in memory or in a file that survives a kill; it never touches
 * what an element means.
 */
@NullMarked
package dev.stoker.data.internal.cache;

import org.jspecify.annotations.NullMarked;
