/**
 * Knows how ranges of remote objects are asked for: how many at once, which together, which once more; it never touches what
 * the bytes mean, nor who needs them.
 */
@NullMarked
package dev.stoker.data.internal.remote;

import org.jspecify.annotations.NullMarked;
